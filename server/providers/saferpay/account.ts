import {
  CONTEXT,
  type ReaderOf,
  type SettingDefinitions,
  flag,
  list,
  secret,
  text,
} from '#domain/foundation/setting/definition.ts'
import { type ProviderData, numberIn, textIn } from '#server/providers/port/terms.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Payment } from '#server/providers/port/online.ts'
import type { SaferpayAmount } from './amounts.ts'
import { METHODS } from './methods.ts'

export const SAFERPAY_SETTINGS = {
  SAFERPAY_ENABLED: flag(false, CONTEXT, 'Offer cards and other methods of Saferpay.'),
  SAFERPAY_LIVE_MODE: flag(false, CONTEXT, 'Take real money; else payments are made in the test environment.'),
  SAFERPAY_API_USERNAME: text(CONTEXT, "Name of the user for the JSON API, from Saferpay's back office.", /^[^\s:]+$/),
  SAFERPAY_API_PASSWORD: secret(CONTEXT, 'Password of that user.'),
  SAFERPAY_CUSTOMER_ID: text(CONTEXT, 'Customer number at Saferpay, up to 8 digits.', /^\d{1,8}$/),
  SAFERPAY_TERMINAL_ID: text(CONTEXT, 'Terminal for online payments, 8 digits.', /^\d{8}$/),
  SAFERPAY_METHODS: {
    ...list(CONTEXT, "Saferpay's names of the methods and wallets that are offered.", Object.keys(METHODS)),
    default: ['VISA', 'MASTERCARD', 'AMEX', 'DINERS', 'JCB', 'MAESTRO'],
  },
} as const satisfies SettingDefinitions

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

/** The settings without which there is no account. */
export const OF_ACCOUNT = [
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

/** What is kept with a payment to its end and after it, for refunds. */
export type Base = Account & { readonly orderId: string }

/** What is known of a payment that was begun. */
export type Kept = {
  readonly token: string
  readonly own: Base
  /** Everything, as it is stored. */
  readonly data: ProviderData
  /** Where the buyer pays; it opens once. */
  readonly url: string | null
  /** From then on the page can't be opened. */
  readonly expires: number
  /** `begun`: nothing is known but that. `waiting`: the buyer has done their part. `authorized`: the money is reserved. */
  readonly state: 'begun' | 'waiting' | 'authorized'
  /** When Saferpay was asked last and had nothing final to say. */
  readonly assertedAt: number | null
  readonly transaction: string | null
  readonly capture: string | null
  /** The sum that is reserved. */
  readonly reserved: SaferpayAmount | null
  readonly now: Instant
}

/** Throws for a payment that Saferpay has not named. */
export function keptOf({ reference, data, now, transactionId }: Payment<Own>): Kept {
  if (reference === null) throw new Error(`transaction ${transactionId}: Saferpay has not named it`)
  const { state, amount, currency } = data
  return {
    token: reference,
    own: baseOf(data),
    data,
    url: textIn(data, 'url'),
    expires: numberIn(data, 'expires') ?? 0,
    state: state === 'waiting' || state === 'authorized' ? state : 'begun',
    assertedAt: numberIn(data, 'assertedAt'),
    transaction: textIn(data, 'transaction'),
    capture: textIn(data, 'capture'),
    reserved:
      typeof amount === 'string' && typeof currency === 'string' ? { Value: amount, CurrencyCode: currency } : null,
    now,
  }
}

export function baseOf(data: ProviderData): Base {
  const orderId = textIn(data, 'orderId')
  if (orderId === null) throw new Error('no order number was kept with the payment')
  return { ...accountOf(data), orderId }
}
