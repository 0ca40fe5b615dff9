import type { FastifyInstance } from 'fastify'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Delivery, Webhook } from '#server/providers/port/online.ts'
import type { Providers, ProviderSettings } from '#server/providers/registry/registry.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { recordAftermath } from './online/record-aftermath.ts'
import { checkPayment } from './online/check-payment.ts'
import { type StoredPayment, namedPayment, offerOfPayment } from './online/payments.ts'
import { noteArrival } from './online/webhook-arrivals.ts'

/** Where providers report payments by themselves: each provider states its own addresses. */
export function webhookRoutes(shop: Shop) {
  return async (app: FastifyInstance): Promise<void> => {
    // Signatures are over the bytes as they came.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => body)
    for (const provider of shop.providers) {
      for (const webhook of provider.online?.webhooks ?? []) {
        app.route<{ Params: Record<string, string>; Querystring: Record<string, string>; Body: string | undefined }>({
          method: webhook.method,
          // For providers, not for clients.
          schema: { hide: true },
          url: webhook.path,
          handler: async ({ headers, params, query, body = '' }, reply) => {
            const delivery = { headers, parameters: params, query, body }
            const { status, reason } = await receiveWebhook(shop, provider, { webhook, delivery })
            return reply.code(status).type('text/plain').send(reason)
          },
        })
      }
    }
  }
}

/**
 * The answer to the provider: 200 when there is nothing (left) to do for it, 400 when it has to send something else,
 * 503 when it has to send the same again, because it did not reply itself.
 */
type WebhookReply = { readonly status: 200 | 400 | 503; readonly reason: string }

const HANDLED: WebhookReply = { status: 200, reason: 'OK' }
const NO_REPLY: WebhookReply = { status: 503, reason: 'what it tells of could not be found out' }
const IRRELEVANT: WebhookReply = { status: 200, reason: 'no payment waits for it' }
const NOT_GENUINE: WebhookReply = { status: 400, reason: 'not genuine' }

/**
 * Takes a message as a hint to ask the provider for the state of the payment: it may come first, twice, late, out of
 * order, or from a stranger. A message that was processed before changes nothing (lifecycle B.1); one about an ended
 * payment may report late money, a refund or a dispute.
 */
async function receiveWebhook(
  shop: Shop,
  { proxy }: Providers[number],
  { webhook, delivery }: { readonly webhook: Webhook<ProviderSettings>; readonly delivery: Delivery },
): Promise<WebhookReply> {
  const now = shop.clock.now()
  const reading = webhook.read(delivery)
  const payment = reading.kind === 'about' ? await namedPayment(shop.db, proxy, reading.payment) : undefined
  const offer = payment && (await offerOfPayment(shop, payment))
  if (reading.kind !== 'about' || !offer) {
    await noteArrival(shop.db, { proxy, organizationId: null, genuineness: 'UNNAMED', at: now })
    if (reading.kind === 'malformed') return { status: 400, reason: reading.reason }
    if (reading.kind === 'irrelevant') return { status: 200, reason: reading.reason }
    return reading.payment.by === 'transaction' ? replyToUnknownNumber(shop, proxy, { webhook, delivery }) : IRRELEVANT
  }
  const about = { proxy, order: payment.orderId }
  const isGenuine = await isGenuineFor(shop, about, () => webhook.isGenuine(delivery, offer.settings, now))
  if (isGenuine === null) return NO_REPLY
  const { id: organizationId } = offer.context.organization
  await noteArrival(shop.db, { proxy, organizationId, genuineness: isGenuine ? 'GENUINE' : 'REFUSED', at: now })
  if (!isGenuine) return NOT_GENUINE
  const received = reading.key === null ? null : { payment, key: reading.key, now }
  if (received && !(await storeWebhook(shop.db, received))) return HANDLED
  const isFoundOut = paymentHas(payment, 'hasMoney')
    ? await recordAftermath(shop, { payment, offer })
    : await isChecked(shop, payment)
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

async function isChecked(shop: Shop, payment: StoredPayment): Promise<boolean> {
  const { recorded, outcome } = await checkPayment(shop, payment, 'message')
  return recorded !== 'open' || outcome.kind !== 'unknown'
}

type Received = { readonly payment: StoredPayment; readonly key: string; readonly now: Instant }

/** Notes that a message has come, once; false when it has come before and was dealt with. */
async function storeWebhook(on: Queryable, { payment, key, now }: Received): Promise<boolean> {
  const rows = await on.query(STORE_WEBHOOK, [payment.proxy, key, payment.id, timestamp(now)])
  return rows.length > 0
}

const STORE_WEBHOOK = statement<{ id: bigint }>(
  'webhook-store',
  `insert into received_webhook as known (proxy, delivery_key, transaction_id, received_at) values ($1, $2, $3, $4)
   on conflict (proxy, delivery_key) do update set received_at = excluded.received_at where known.handled_at is null
   returning id`,
)

async function storeHandled(on: Queryable, { payment, key, now }: Received): Promise<void> {
  await on.kysely
    .updateTable('received_webhook')
    .set({ handled_at: timestamp(now) })
    .where('proxy', '=', payment.proxy)
    .where('delivery_key', '=', key)
    .execute()
}
