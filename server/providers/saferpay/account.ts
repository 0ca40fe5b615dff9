import type { ReaderOf } from '#domain/foundation/setting/definition.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import type { SAFERPAY_SETTINGS } from './settings.ts'

export type Own = ReaderOf<typeof SAFERPAY_SETTINGS>

/** Whose payment it is. It stays with the payment, whatever the settings say later. */
export type Account = { readonly live: boolean; readonly customer: string }

/** Null until all that is needed is set. */
export function accountIn(settings: Own): (Account & { readonly terminal: string }) | null {
  const customer = settings.text('SAFERPAY_CUSTOMER_ID')
  const terminal = settings.text('SAFERPAY_TERMINAL_ID')
  const isSet = settings.text('SAFERPAY_API_USERNAME') !== null && settings.text('SAFERPAY_API_PASSWORD') !== null
  if (customer === null || terminal === null || !isSet) return null
  return { live: settings.flag('SAFERPAY_LIVE_MODE'), customer, terminal }
}

const OF_ACCOUNT = [
  'SAFERPAY_API_USERNAME',
  'SAFERPAY_API_PASSWORD',
  'SAFERPAY_CUSTOMER_ID',
  'SAFERPAY_TERMINAL_ID',
] as const

export const missing = (settings: Own): readonly string[] => [
  ...(settings.flag('SAFERPAY_ENABLED') ? [] : ['SAFERPAY_ENABLED']),
  ...OF_ACCOUNT.filter(key => settings.text(key) === null),
]

export function accountOf({ live, customer }: ProviderData): Account {
  if (typeof live !== 'boolean' || typeof customer !== 'string') throw new Error('no account was kept with the payment')
  return { live, customer }
}

/** What is asked with; throws without. */
export function credentials(settings: Own): { readonly user: string; readonly password: string } {
  const user = settings.text('SAFERPAY_API_USERNAME')
  const password = settings.text('SAFERPAY_API_PASSWORD')
  if (user === null || password === null) throw new Error('the user of the JSON API is not set')
  return { user, password }
}

const LIVE = 'https://www.saferpay.com/api'
const TEST = 'https://test.saferpay.com/api'

/** `base` null: where Saferpay itself is for this mode. */
export const baseFor = (base: string | null, { live }: Pick<Account, 'live'>): string => base ?? (live ? LIVE : TEST)
