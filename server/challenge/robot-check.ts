import type { Settings } from '#server/setting/settings.ts'

/** The robot check that stands before a reservation, as the operator of the shop has set it up. */
export type RobotCheck =
  | { readonly kind: 'off' }
  /** Our own: the browser works for a moment, and nobody else is asked. */
  | { readonly kind: 'altcha'; readonly effort: number }
  | {
      readonly kind: 'turnstile'
      readonly siteKey: string
      readonly secret: string
      /** A visitor whom Cloudflare's proxy has checked already is not asked again. */
      readonly isPreClearanceTrusted: boolean
    }
  | { readonly kind: 'recaptcha'; readonly siteKey: string; readonly secret: string }

/**
 * Which check is in force. ROBOT_CHECK names it; without it CF_TURNSTILE_ENABLED counts, as in shops that have used
 * Turnstile before. A service whose keys are missing can't check anybody: our own check takes its place.
 */
export function robotCheckOf(settings: Settings): RobotCheck {
  const wished = settings.text('ROBOT_CHECK') ?? (settings.flag('CF_TURNSTILE_ENABLED') ? 'turnstile' : 'off')
  if (wished === 'off') return { kind: 'off' }
  const ofService =
    wished === 'turnstile' ? turnstileOf(settings) : wished === 'recaptcha' ? recaptchaOf(settings) : null
  return ofService ?? { kind: 'altcha', effort: settings.number('ROBOT_CHECK_EFFORT') }
}

function turnstileOf(settings: Settings): RobotCheck | null {
  const siteKey = settings.text('CF_TURNSTILE_SITE_KEY')
  const secret = settings.text('CF_TURNSTILE_SECRET_KEY')
  if (siteKey === null || secret === null) return null
  return { kind: 'turnstile', siteKey, secret, isPreClearanceTrusted: settings.flag('CF_TURNSTILE_PRE_CLEARANCE') }
}

function recaptchaOf(settings: Settings): RobotCheck | null {
  const siteKey = settings.text('RECAPTCHA_API_KEY')
  const secret = settings.text('RECAPTCHA_SECRET')
  return siteKey === null || secret === null ? null : { kind: 'recaptcha', siteKey, secret }
}
