import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Delivery, Webhook } from '#server/providers/port/online.ts'
import type { Providers, ProviderSettings } from '#server/providers/registry/registry.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { followUp } from './record-aftermath.ts'
import { lookInto } from './look-into.ts'
import { type StoredPayment, namedPayment, offerOfPayment } from './payments.ts'
import { noteArrival } from './webhook-arrivals.ts'
import { storeHandled, storeWebhook } from './store.ts'

/**
 * The answer to the provider: 200 when there is nothing (left) to do for it, 400 when it has to send something else,
 * 503 when it has to send the same again, because it did not reply itself.
 */
export type WebhookReply = { readonly status: 200 | 400 | 503; readonly reason: string }

const HANDLED: WebhookReply = { status: 200, reason: 'OK' }
const NO_REPLY: WebhookReply = { status: 503, reason: 'what it tells of could not be found out' }
const IRRELEVANT: WebhookReply = { status: 200, reason: 'no payment waits for it' }
const NOT_GENUINE: WebhookReply = { status: 400, reason: 'not genuine' }

/**
 * Takes a message as a hint to ask the provider for the state of the payment: it may come first, twice, late, out of
 * order, or from a stranger. A message that was processed before changes nothing (lifecycle B.1); one about an ended
 * payment may report late money, a refund or a dispute.
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
    if (reading.kind === 'irrelevant') return { status: 200, reason: reading.reason }
    return reading.payment.by === 'transaction' ? replyToUnknownNumber(shop, proxy, { webhook, delivery }) : IRRELEVANT
  }
  const about = { proxy, order: payment.orderId }
  const isGenuine = await isGenuineFor(shop, about, () => webhook.isGenuine(delivery, offer.settings, now))
  if (isGenuine === null) return NO_REPLY
  const { id: organizationId } = offer.context.organization
  await noteArrival(shop.db, { proxy, organizationId, told: isGenuine ? 'GENUINE' : 'REFUSED', at: now })
  if (!isGenuine) return NOT_GENUINE
  const received = reading.key === null ? null : { payment, key: reading.key, now }
  if (received && !(await storeWebhook(shop.db, received))) return HANDLED
  const isFoundOut = paymentHas(payment, 'hasMoney')
    ? await followUp(shop, { payment, offer })
    : await isLookedInto(shop, payment)
  if (!isFoundOut) return NO_REPLY
  if (received) await storeHandled(shop.db, received)
  return HANDLED
}

/**
 * Our own numbers can be guessed: an unknown one gets the same answer as the number of a payment, so that a stranger
 * cannot find out which of them are payments. It is checked by the settings of the whole shop, whose provider account
 * may serve other systems, too.
 */
async function replyToUnknownNumber(
  shop: Shop,
  proxy: PaymentProxy,
  { webhook, delivery }: { readonly webhook: Webhook<ProviderSettings>; readonly delivery: Delivery },
): Promise<WebhookReply> {
  const settings = await systemSettings(shop.db)
  const check = () => webhook.isGenuine(delivery, settings, shop.clock.now())
  const isGenuine = await isGenuineFor(shop, { proxy, order: null }, check)
  if (isGenuine === null) return NO_REPLY
  return isGenuine ? IRRELEVANT : NOT_GENUINE
}

/** Null where it can't be checked now: the provider did not supply what proves it. */
async function isGenuineFor(
  shop: Shop,
  { proxy, order }: { readonly proxy: PaymentProxy; readonly order: ReservationId | null },
  check: () => boolean | Promise<boolean>,
): Promise<boolean | null> {
  try {
    return await check()
  } catch (error) {
    shop.log.providerFailed(proxy, order, error)
    return null
  }
}

async function isLookedInto(shop: Shop, payment: StoredPayment): Promise<boolean> {
  const { recorded, outcome } = await lookInto(shop, payment, 'message')
  return recorded !== 'open' || outcome.kind !== 'unknown'
}
