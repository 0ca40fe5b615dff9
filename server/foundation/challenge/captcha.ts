import type { Services } from '#server/foundation/services.ts'
import type { FlagKey } from '#server/foundation/setting/registry.ts'
import { unlessUnreadable } from '#server/foundation/setting/sealed-value.ts'
import type { Settings } from '#server/foundation/setting/settings.ts'
import { assertNoTransactionOpen } from '#server/foundation/database/database.ts'

/** Where an event may require a reCAPTCHA of its own, whatever check precedes all reservations. */
type CaptchaPlace = Extract<FlagKey, `ENABLE_CAPTCHA_${string}`>

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

type Question = {
  readonly address: string
  readonly secret: string
  /** What the widget gave to the browser. */
  readonly answer: string
  /** The visitor's address. */
  readonly visitor: string
}

/** `unreachable`: the service did not say, so no visitor is admitted; the caller logs why. */
type Verdict =
  | { readonly kind: 'human' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unreachable'; readonly error: unknown }

/** How long a visitor waits for a service at most. */
const TIMEOUT_MS = 5_000

/** Asks a service about an answer, in the form that Turnstile and reCAPTCHA share. An answer is good for one question. */
export async function siteverify({ address, secret, answer, visitor }: Question): Promise<Verdict> {
  assertNoTransactionOpen()
  try {
    const response = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: answer, remoteip: visitor }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    return { kind: isSuccess(await response.json()) ? 'human' : 'refused' }
  } catch (error) {
    return { kind: 'unreachable', error }
  }
}

function isSuccess(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === true
}
