import type { ReaderOf } from '#domain/foundation/setting/definition.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import type { STRIPE_SETTINGS } from './module.ts'

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
