import type { Query } from '#server/providers/port/online.ts'
import { type Own, connectedAccount, isLiveKey, webhookSecrets } from './account.ts'
import { type Client, clientOf } from './client.ts'
import type { WebhookEndpoint } from './replies.ts'
import { PAYMENT_PATH, SUBSCRIBED } from './webhooks.ts'

/** What is wrong with the settings, one sentence each. Where nothing of Stripe is set, nothing is wrong. */
export async function check(base: string, { settings, shop, signal }: Query<Own>): Promise<readonly string[]> {
  const key = settings.text('STRIPE_SECRET_KEY')
  if (key === null) return settings.flag('STRIPE_CC_ENABLED') ? ['STRIPE_SECRET_KEY is missing.'] : []
  const account = connectedAccount(settings)
  const platform = clientOf(base, { key, account: null, signal })
  const client = account === null ? platform : clientOf(base, { key, account, signal })
  return [
    ...ofSettings(settings, key),
    ...(await ofAccount(client)),
    ...(await ofEndpoints(platform, { shop, key, isConnect: account !== null })),
  ]
}

function ofSettings(settings: Own, key: string): readonly string[] {
  const publicKey = settings.text('STRIPE_PUBLIC_KEY')
  const isLive = isLiveKey(key)
  const isOtherMode = publicKey !== null && isLiveKey(publicKey) !== isLive
  const isWithoutAccount = settings.flag('PLATFORM_MODE_ENABLED') && connectedAccount(settings) === null
  return [
    ...(publicKey === null ? ['STRIPE_PUBLIC_KEY is missing.'] : []),
    ...(isOtherMode ? ['STRIPE_SECRET_KEY and STRIPE_PUBLIC_KEY are not both of live or both of test mode.'] : []),
    ...(webhookSecrets(settings).length === 0 ? ['STRIPE_WEBHOOK_PAYMENT_KEY is missing.'] : []),
    ...(isWithoutAccount ? ['PLATFORM_MODE_ENABLED is on and STRIPE_CONNECTED_ID is missing.'] : []),
    ...(settings.flag('STRIPE_ENABLE_SCA')
      ? []
      : [
          'STRIPE_ENABLE_SCA is off: European banks refuse cards without authentication, and Stripe is ending that way.',
        ]),
  ]
}

async function ofAccount(client: Client): Promise<readonly string[]> {
  const answer = await client.account()
  if (answer.kind === 'forbidden')
    return [`Stripe refuses STRIPE_SECRET_KEY or the connected account (${answer.summary}).`]
  if (answer.kind !== 'ok') return [`Stripe could not be asked (${answer.summary}).`]
  const isReady = answer.value.charges_enabled !== false
  return isReady ? [] : [`Account ${answer.value.id} can't take payments yet: finish its details in the dashboard.`]
}

type Expected = { readonly shop: string; readonly key: string; readonly isConnect: boolean }

async function ofEndpoints(client: Client, { shop, key, isConnect }: Expected): Promise<readonly string[]> {
  const answer = await client.webhookEndpoints()
  if (answer.kind === 'forbidden') return ["The webhook endpoints can't be checked: the key may not read them."]
  // What is wrong was said about the account.
  if (answer.kind !== 'ok') return []
  const url = `${shop}${PAYMENT_PATH}`
  const found = answer.value.filter(endpoint => endpoint.url === url && endpoint.status === 'enabled')
  if (found.length === 0) {
    const which = isConnect ? ' of connected accounts' : ''
    return [`Stripe has no enabled webhook endpoint ${url}: add one in the dashboard, for events${which}.`]
  }
  const isOther = isLiveKey(key) !== undefined && found.every(({ livemode }) => livemode !== isLiveKey(key))
  const missing = missingEvents(found)
  return [
    ...(isOther ? [`The webhook endpoint ${url} is of the other mode than STRIPE_SECRET_KEY.`] : []),
    ...(missing.length > 0 ? [`The webhook endpoint ${url} is not sent ${missing.join(', ')}.`] : []),
  ]
}

function missingEvents(endpoints: readonly WebhookEndpoint[]): readonly string[] {
  const sent = new Set(endpoints.flatMap(({ enabled_events: events }) => events))
  return sent.has('*') ? [] : SUBSCRIBED.filter(event => !sent.has(event))
}
