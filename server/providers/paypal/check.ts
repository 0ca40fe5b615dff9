import type { Query } from '../online.ts'
import { type Own, accountIn } from './account.ts'
import { type Client, type Place, clientOf } from './client.ts'
import { SUBSCRIBED, WEBHOOK_PATH } from './webhooks.ts'

/** What is wrong with the settings, one sentence each. Where nothing of PayPal is set, nothing is wrong. */
export async function check(place: Place, { settings, shop, now, signal }: Query<Own>): Promise<readonly string[]> {
  const missing = missingIn(settings)
  const account = accountIn(settings)
  if (!settings.flag('PAYPAL_ENABLED') && account === null) return []
  if (account === null) return missing
  const client = clientOf(place, { account, settings, now, signal })
  return [...missing, ...(await ofWebhooks(client, { shop, webhookId: settings.text('PAYPAL_WEBHOOK_ID') }))]
}

function missingIn(settings: Own): readonly string[] {
  const isMissing = (key: 'PAYPAL_CLIENT_ID' | 'PAYPAL_CLIENT_SECRET' | 'PAYPAL_WEBHOOK_ID') =>
    settings.text(key) === null ? [`${key} is missing.`] : []
  return [...isMissing('PAYPAL_CLIENT_ID'), ...isMissing('PAYPAL_CLIENT_SECRET'), ...isMissing('PAYPAL_WEBHOOK_ID')]
}

type Expected = { readonly shop: string; readonly webhookId: string | null }

async function ofWebhooks(client: Client, { shop, webhookId }: Expected): Promise<readonly string[]> {
  const answer = await client.webhooks()
  if (answer.kind === 'refused' && answer.status === 401) {
    return [
      `PayPal refuses PAYPAL_CLIENT_ID or PAYPAL_CLIENT_SECRET, or they are of the other mode (${answer.summary}).`,
    ]
  }
  if (answer.kind !== 'ok') return [`PayPal could not be asked (${answer.summary}).`]
  const url = `${shop}${WEBHOOK_PATH}`
  const found = answer.value.webhooks.find(webhook => webhook.url === url)
  if (!found) return [`The app has no webhook ${url}: add it at PayPal.`]
  const heard = new Set(found.event_types.map(({ name }) => name))
  const unheard = heard.has('*') ? [] : SUBSCRIBED.filter(name => !heard.has(name))
  return [
    ...(webhookId !== null && found.id !== webhookId
      ? ['PAYPAL_WEBHOOK_ID is not that of the webhook of this shop.']
      : []),
    ...(unheard.length > 0 ? [`The webhook is not sent ${unheard.join(', ')}.`] : []),
  ]
}
