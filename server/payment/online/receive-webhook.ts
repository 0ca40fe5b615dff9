import { hasMoney } from '#domain/payment/payment-life.ts'
import type { Shop } from '#server/context.ts'
import type { Delivery, Webhook } from '#server/providers/online.ts'
import type { Providers, ProviderSettings } from '#server/providers/registry.ts'
import { followUp } from './follow-up.ts'
import { lookInto } from './look-into.ts'
import { namedPayment, offerOfPayment } from './payments.ts'
import { noteArrival } from './webhook-arrivals.ts'
import { storeHandled, storeWebhook } from './store.ts'

/** What the provider is told: 200 when there is nothing (left) to do for it, 400 when it has to send something else. */
export type WebhookReply = { readonly status: 200 | 400; readonly reason: string }

const HANDLED: WebhookReply = { status: 200, reason: 'OK' }
const IRRELEVANT: WebhookReply = { status: 200, reason: 'no payment waits for it' }

/**
 * Takes a message as a hint to ask the provider how the payment stands: it may come first, twice, late, out of order, or
 * from a stranger. One that was dealt with changes nothing (lifecycle B.1); one of a payment that is over may tell of money that
 * came late, a refund or a dispute. Rejects when it can't be dealt with now, so that it is sent again.
 */
export async function receiveWebhook(
  shop: Shop,
  { proxy }: Providers[number],
  { webhook, delivery }: { readonly webhook: Webhook<ProviderSettings>; readonly delivery: Delivery },
): Promise<WebhookReply> {
  const now = shop.clock.now()
  const reading = webhook.read(delivery)
  const payment = reading.kind === 'about' ? await namedPayment(shop.db, proxy, reading.payment) : undefined
  const offer = payment && (await offerOfPayment(shop, payment))
  if (reading.kind !== 'about' || !offer) {
    await noteArrival(shop.db, { proxy, organizationId: null, told: 'UNNAMED', at: now })
    if (reading.kind === 'malformed') return { status: 400, reason: reading.reason }
    return reading.kind === 'irrelevant' ? { status: 200, reason: reading.reason } : IRRELEVANT
  }
  const isGenuine = await webhook.isGenuine(delivery, offer.settings, now)
  const { id: organizationId } = offer.context.organization
  await noteArrival(shop.db, { proxy, organizationId, told: isGenuine ? 'GENUINE' : 'REFUSED', at: now })
  if (!isGenuine) return { status: 400, reason: 'not genuine' }
  const received = reading.key === null ? null : { payment, key: reading.key, now }
  if (received && !(await storeWebhook(shop.db, received))) return HANDLED
  if (hasMoney(payment)) await followUp(shop, { payment, offer })
  else await lookInto(shop, payment, 'message')
  if (received) await storeHandled(shop.db, received)
  return HANDLED
}
