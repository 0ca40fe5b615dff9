import type { ReaderOf } from '#domain/foundation/setting/definition.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import type { PAYPAL_SETTINGS } from './settings.ts'

export type Own = ReaderOf<typeof PAYPAL_SETTINGS>

/** Whose payment it is. It stays with the payment, whatever the settings say later. */
export type Account = { readonly live: boolean; readonly client: string }

/** Null until all that is needed is set. */
export function accountIn(settings: Own): Account | null {
  const client = settings.text('PAYPAL_CLIENT_ID')
  if (client === null || settings.text('PAYPAL_CLIENT_SECRET') === null) return null
  return { live: settings.flag('PAYPAL_LIVE_MODE'), client }
}

const OF_ACCOUNT = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'] as const

export const missing = (settings: Own): readonly string[] => [
  ...(settings.flag('PAYPAL_ENABLED') ? [] : ['PAYPAL_ENABLED']),
  ...OF_ACCOUNT.filter(key => settings.text(key) === null),
]

export function accountOf({ live, client }: ProviderData): Account {
  if (typeof live !== 'boolean' || typeof client !== 'string') throw new Error('no account was kept with the payment')
  return { live, client }
}

/** What is asked with; throws without. */
export function credentials(settings: Own): { readonly client: string; readonly secret: string } {
  const client = settings.text('PAYPAL_CLIENT_ID')
  const secret = settings.text('PAYPAL_CLIENT_SECRET')
  if (client === null || secret === null) throw new Error('the app of PayPal is not set')
  return { client, secret }
}

const LIVE = 'https://api-m.paypal.com'
const SANDBOX = 'https://api-m.sandbox.paypal.com'

/** `base` null: where PayPal itself is for this mode. */
export const baseFor = (base: string | null, { live }: Pick<Account, 'live'>): string => base ?? (live ? LIVE : SANDBOX)
