import type { Shop } from '#server/context.ts'
import { offerOfReservation } from '#server/order/offer-of-reservation.ts'
import type { Delivery, Webhook } from '#server/providers/provider.ts'
import type { Providers, ProviderSettings } from '#server/providers/registry.ts'
import { lookInto } from './look-into.ts'
import { openPaymentOf, storeHandled, storeWebhook } from './store.ts'

/** What the provider is told: 200 when there is nothing (left) to do for it, 400 when it has to send something else. */
export type WebhookReply = { readonly status: 200 | 400; readonly reason: string }

const HANDLED: WebhookReply = { status: 200, reason: 'OK' }
const IRRELEVANT: WebhookReply = { status: 200, reason: 'no payment waits for it' }

/**
 * Takes a webhook as a hint to ask the provider how the payment stands: it may come first, twice, late, out of order, or
 * from a stranger. One for a payment that is over, and one that was dealt with, change nothing (lifecycle B.1). Rejects
 * when it can't be dealt with now, so that it is sent again.
 */
export async function receiveWebhook(
  shop: Shop,
  { proxy }: Providers[number],
  { webhook, delivery }: { readonly webhook: Webhook<ProviderSettings>; readonly delivery: Delivery },
): Promise<WebhookReply> {
  const reading = webhook.read(delivery)
  if (reading.kind === 'malformed') return { status: 400, reason: reading.reason }
  if (reading.kind === 'irrelevant') return { status: 200, reason: reading.reason }
  const { reservationId, key } = reading
  const [offer, payment] = [
    await offerOfReservation(shop, reservationId),
    await openPaymentOf(shop.db, { reservationId, proxy }),
  ]
  if (!offer || !payment) return IRRELEVANT
  if (!(await webhook.isGenuine(delivery, offer.settings))) return { status: 400, reason: 'not genuine' }
  const received = { payment, key, now: shop.clock.now() }
  if (!(await storeWebhook(shop.db, received))) return HANDLED
  await lookInto(shop, payment)
  await storeHandled(shop.db, received)
  return HANDLED
}
