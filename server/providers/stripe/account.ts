import {
  CONTEXT,
  type ReaderOf,
  type SettingDefinitions,
  flag,
  list,
  secret,
  text,
} from '#domain/foundation/setting/definition.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import { PLATFORM_SETTINGS } from '#server/providers/port/platform-fee.ts'
import { METHODS } from './methods.ts'

export const STRIPE_SETTINGS = {
  STRIPE_CC_ENABLED: flag(false, CONTEXT, 'Offer cards and other methods of Stripe.'),
  STRIPE_SECRET_KEY: secret(CONTEXT, "Stripe's secret or restricted key (sk_ or rk_)."),
  STRIPE_PUBLIC_KEY: text(CONTEXT, "Stripe's publishable key.", /^pk_(test|live)_\w+$/),
  STRIPE_WEBHOOK_PAYMENT_KEY: secret(CONTEXT, 'Secret of the webhook endpoint for payments (whsec_).'),
  STRIPE_WEBHOOK_KEY: secret(CONTEXT, 'Secret of the webhook endpoint for connected accounts (whsec_).'),
  STRIPE_ENABLE_SCA: flag(true, CONTEXT, 'Let banks authenticate buyers (3-D Secure); European banks refuse without.'),
  STRIPE_METHODS: {
    ...list(CONTEXT, "Stripe's names of the methods that are offered.", Object.keys(METHODS)),
    default: ['card'],
  },
  STRIPE_CONNECTED_ID: text(
    CONTEXT,
    "The organiser's own account, by which the platform takes payments.",
    /^acct_\w+$/,
  ),
  ...PLATFORM_SETTINGS,
} as const satisfies SettingDefinitions

export type Own = ReaderOf<typeof STRIPE_SETTINGS>

/** The connected account by which the platform takes payments; null where the organiser has an own key. */
export const connectedAccount = (settings: Own): string | null =>
  settings.flag('PLATFORM_MODE_ENABLED') ? settings.text('STRIPE_CONNECTED_ID') : null

/** A payment stays with the account it was begun by, whatever the settings say later. */
export function accountOf(kept: ProviderData, settings: Own): string | null {
  const { account } = kept
  if (account === undefined) return connectedAccount(settings)
  return typeof account === 'string' ? account : null
}

export function secretKey(settings: Own): string {
  const key = settings.text('STRIPE_SECRET_KEY')
  if (key === null) throw new Error('STRIPE_SECRET_KEY is not set')
  return key
}

/** The secrets by which Stripe signs, of both endpoints. */
export const webhookSecrets = (settings: Own): readonly string[] =>
  [settings.text('STRIPE_WEBHOOK_PAYMENT_KEY'), settings.text('STRIPE_WEBHOOK_KEY')].filter(secret => secret !== null)

/** Whether a key is of the live mode; undefined where it does not say so. */
export function isLiveKey(key: string): boolean | undefined {
  const mode = /^[a-z]+_(live|test)_/.exec(key)?.[1]
  return mode === undefined ? undefined : mode === 'live'
}
