import type { TextKey } from '#server/foundation/setting/registry.ts'
import { unlessUnreadable } from '#server/foundation/setting/sealed-value.ts'
import type { Settings } from '#server/foundation/setting/settings.ts'
import type { ChallengeConfiguration, RobotCheckWidgets } from '#contract/configuration.ts'
import type { Config } from '#server/foundation/config/config.ts'

/** The robot check that precedes a reservation, as the operator of the shop has set it up. */
export type RobotCheck =
  | { readonly kind: 'off' }
  /** Our own: the browser works for a moment, and no other service is asked. */
  | {
      readonly kind: 'altcha'
      readonly effort: number
      /** The service that is asked for and can't check visitors; null where our own check is what is asked for. */
      readonly replaces: KeylessService | null
    }
  | {
      readonly kind: 'turnstile'
      readonly siteKey: string
      readonly secret: string
      /** A visitor whom Cloudflare's proxy has checked already is not asked again. */
      readonly isPreClearanceTrusted: boolean
    }
  | { readonly kind: 'recaptcha'; readonly siteKey: string; readonly secret: string }

export type RobotService = 'turnstile' | 'recaptcha'

/** A service with those of its keys that are not set. */
type KeylessService = { readonly service: RobotService; readonly missing: readonly TextKey[] }

const KEYS = {
  turnstile: { siteKey: 'CF_TURNSTILE_SITE_KEY', secret: 'CF_TURNSTILE_SECRET_KEY' },
  recaptcha: { siteKey: 'RECAPTCHA_API_KEY', secret: 'RECAPTCHA_SECRET' },
} as const satisfies Readonly<Record<RobotService, { siteKey: TextKey; secret: TextKey }>>

/**
 * Which check is in force. ROBOT_CHECK names it; without it CF_TURNSTILE_ENABLED counts, as in shops that have used
 * Turnstile before. A service whose keys are missing, or can't be opened, checks no visitor: our own check replaces it.
 */
export function robotCheckOf(settings: Settings): RobotCheck {
  const chosen = settings.text('ROBOT_CHECK') ?? (settings.flag('CF_TURNSTILE_ENABLED') ? 'turnstile' : 'off')
  if (chosen === 'off') return { kind: 'off' }
  return chosen === 'turnstile' || chosen === 'recaptcha' ? checkBy(chosen, settings) : ownCheck(settings, null)
}

function checkBy(service: RobotService, settings: Settings): RobotCheck {
  const keys = KEYS[service]
  const usable = (key: TextKey): string | null => unlessUnreadable(() => settings.text(key), null)
  const siteKey = usable(keys.siteKey)
  const secret = usable(keys.secret)
  if (siteKey === null || secret === null) {
    return ownCheck(settings, { service, missing: Object.values(keys).filter(key => usable(key) === null) })
  }
  if (service === 'recaptcha') return { kind: service, siteKey, secret }
  return { kind: service, siteKey, secret, isPreClearanceTrusted: settings.flag('CF_TURNSTILE_PRE_CLEARANCE') }
}

function ownCheck(settings: Settings, replaces: KeylessService | null): RobotCheck {
  return { kind: 'altcha', effort: settings.number('ROBOT_CHECK_EFFORT'), replaces }
}

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
