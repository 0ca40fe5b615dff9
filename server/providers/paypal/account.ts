import {
  CONTEXT,
  type ReaderOf,
  type SettingDefinitions,
  flag,
  secret,
  text,
} from '#domain/foundation/setting/definition.ts'
import { type ProviderData, textIn } from '#server/providers/port/terms.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { Payment } from '#server/providers/port/online.ts'

export const PAYPAL_SETTINGS = {
  PAYPAL_ENABLED: flag(false, CONTEXT, 'Offer PayPal.'),
  PAYPAL_LIVE_MODE: flag(false, CONTEXT, 'Take real money; else payments are made in the sandbox.'),
  PAYPAL_CLIENT_ID: text(CONTEXT, "Client ID of the app, from PayPal's developer dashboard.", /^[\w-]{1,200}$/),
  PAYPAL_CLIENT_SECRET: secret(CONTEXT, 'Secret of that app.'),
  PAYPAL_WEBHOOK_ID: secret(CONTEXT, "ID of the app's webhook; PayPal's messages are known by it to be genuine."),
} as const satisfies SettingDefinitions

export type Own = ReaderOf<typeof PAYPAL_SETTINGS>

/** Whose payment it is. It stays with the payment, whatever the settings say later. */
export type Account = { readonly live: boolean; readonly client: string }

/** Null until all that is needed is set. */
export function accountIn(settings: Own): Account | null {
  const client = settings.text('PAYPAL_CLIENT_ID')
  if (client === null || settings.text('PAYPAL_CLIENT_SECRET') === null) return null
  return { live: settings.flag('PAYPAL_LIVE_MODE'), client }
}

/** The settings without which there is no account. */
export const OF_ACCOUNT = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'] as const

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

/** What is known of a payment that was begun. */
export type Kept = {
  readonly order: string
  readonly own: Account
  /** Everything, as it is stored. */
  readonly data: ProviderData
  readonly transactionId: string
  /** Where the buyer agrees, or chooses another way there. */
  readonly url: string | null
  /** The buyer has to choose another source of money. */
  readonly isDeclined: boolean
  /** How long the seats are held for it. */
  readonly until: Instant
  /** Where Pay is pressed. */
  readonly overview: string
  /** What the money was taken by. */
  readonly capture: string | null
}

/** Throws for a payment that PayPal has not named. */
export function keptOf({ reference, data, startedAt, transactionId, addresses }: Payment<Own>): Kept {
  if (reference === null) throw new Error(`transaction ${transactionId}: PayPal has not named it`)
  const { until } = data
  return {
    order: reference,
    own: accountOf(data),
    data,
    transactionId,
    url: textIn(data, 'url'),
    isDeclined: data['isDeclined'] === true,
    until: typeof until === 'number' ? instant(until) : startedAt,
    overview: `${addresses.order}/overview`,
    capture: textIn(data, 'capture'),
  }
}

/** Has the buyer agreed, so that Pay takes the money? */
export const isAgreed = (data: ProviderData): boolean => data['isApproved'] === true
