import type { ChallengeConfiguration, RobotCheckWidgets } from '#contract/configuration.ts'
import type { Config } from '#server/foundation/config/config.ts'
import type { Settings } from '#server/foundation/setting/settings.ts'
import { robotCheckOf } from './robot-check.ts'

/** The check before a reservation, as clients get it. Our own needs no key. */
export function presentChallenge(settings: Settings): ChallengeConfiguration {
  const check = robotCheckOf(settings)
  if (check.kind === 'off') return { apiKey: null, enabled: false, providerId: null }
  return { apiKey: 'siteKey' in check ? check.siteKey : null, enabled: true, providerId: check.kind }
}

/**
 * The widgets of others that pages of this shop may show, with their scripts; null where none is configured. reCAPTCHA is
 * among them as soon as it has a key, for an event may ask for it by itself.
 */
export function presentWidgets(settings: Settings, { robotChecks }: Config): RobotCheckWidgets {
  const check = robotCheckOf(settings)
  const recaptchaKey = settings.text('RECAPTCHA_API_KEY')
  return {
    turnstile: check.kind === 'turnstile' ? { siteKey: check.siteKey, script: robotChecks.turnstile.script } : null,
    recaptcha: recaptchaKey === null ? null : { siteKey: recaptchaKey, script: robotChecks.recaptcha.script },
  }
}
