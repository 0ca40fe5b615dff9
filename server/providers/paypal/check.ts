import type { Query } from '#server/providers/port/online.ts'
import { OF_ACCOUNT, type Own, accountIn } from './account.ts'
import { type Connection, clientOf } from './client.ts'
import { SUBSCRIBED, WEBHOOK_PATH } from './webhooks.ts'

/** What is wrong with the settings, one sentence each. Where nothing of PayPal is set, nothing is wrong. */
export async function check(connection: Connection, query: Query<Own>): Promise<readonly string[]> {
  const { settings, now, signal, shop } = query
  const account = accountIn(settings)
  if (!account) {
    const missing = OF_ACCOUNT.filter(key => settings.text(key) === null)
    return settings.flag('PAYPAL_ENABLED') ? missing.map(key => `${key} is missing.`) : []
  }
  const mode = account.live ? 'live' : 'sandbox'
  const answer = await clientOf(connection, { settings, account, now, signal }).webhooks()
  if (answer.kind === 'error' && answer.status === 401) {
    return [`PayPal (${mode}) refuses PAYPAL_CLIENT_ID or PAYPAL_CLIENT_SECRET (${answer.summary}).`]
  }
  if (answer.kind !== 'ok') return [`PayPal could not be asked (${answer.summary}).`]
  const id = settings.text('PAYPAL_WEBHOOK_ID')
  if (id === null) return ['PAYPAL_WEBHOOK_ID is missing: what PayPal reports by itself is not believed.']
  const webhook = (answer.value.webhooks ?? []).find(one => one.id === id)
  if (!webhook) return [`The app of PayPal (${mode}) has no webhook of this PAYPAL_WEBHOOK_ID.`]
  const address = `${shop}${WEBHOOK_PATH}`
  const names = (webhook.event_types ?? []).map(({ name }) => name)
  const missing = names.includes('*') ? [] : SUBSCRIBED.filter(name => !names.includes(name))
  return [
    ...(webhook.url === address ? [] : [`The webhook at PayPal should be for ${address}.`]),
    ...(missing.length > 0 ? [`The webhook at PayPal is not subscribed to ${missing.join(', ')}.`] : []),
  ]
}
