import type { Services } from '#server/foundation/services.ts'
import type { FlagKey } from '#server/foundation/setting/registry.ts'
import { unlessUnreadable } from '#server/foundation/setting/sealed-value.ts'
import type { Settings } from '#server/foundation/setting/settings.ts'
import { siteverify } from './siteverify.ts'

/** Where an event may require a reCAPTCHA of its own, whatever check precedes all reservations. */
export type CaptchaPlace = Extract<FlagKey, `ENABLE_CAPTCHA_${string}`>

export type CaptchaAnswer = {
  /** Member `captcha` of the form. */
  readonly answer: string
  /** The visitor's address. */
  readonly visitor: string
}

/** The key of the widget; null where none is shown: not asked for, or reCAPTCHA has no key. */
export function captchaKey(settings: Settings, place: CaptchaPlace): string | null {
  return settings.flag(place) ? settings.text('RECAPTCHA_API_KEY') : null
}

/**
 * May the form go through? Always where no captcha is asked for, and where there is no secret to check it with (lifecycle
 * J). Never call it inside a transaction; an answer is used up by asking.
 */
export async function isCaptchaGood(
  { config, log }: Pick<Services, 'config' | 'log'>,
  { settings, place }: { readonly settings: Settings; readonly place: CaptchaPlace },
  { answer, visitor }: CaptchaAnswer,
): Promise<boolean> {
  const secret = unlessUnreadable(() => settings.text('RECAPTCHA_SECRET'), null)
  if (captchaKey(settings, place) === null || secret === null) return true
  if (answer === '') return false
  const address = config.robotChecks.recaptcha.verify
  const verdict = await siteverify({ address, secret, answer, visitor })
  if (verdict.kind === 'unreachable') log.robotCheckUnreachable(address, verdict.error)
  return verdict.kind === 'human'
}
