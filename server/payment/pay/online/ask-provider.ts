import { eventReservationPath, passReservationPath, pathTo } from '#contract/paths.ts'
import type { PurchaseContext } from '#domain/catalog/catalog/purchase-context.ts'
import { type ReservationId, shortId } from '#domain/order/reservation/reservation.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { assertNoTransactionOpen } from '#server/foundation/database/database.ts'
import type {
  Aftermath,
  Attempt,
  CallOutcome,
  CancelOutcome,
  CheckReason,
  Online,
  Payment,
} from '#server/providers/port/online.ts'
import type { Addresses } from '#server/providers/port/terms.ts'
import { type ProviderSettings, providerOf } from '#server/providers/registry/registry.ts'
import { type StoredAttempt, noteSent } from './attempts.ts'
import { type StoredPayment, beginCheck } from './payments.ts'

/** A buyer waits for it; what comes later is found out by a look. */
const LONGEST_CALL_MS = 20_000

/** A payment and what is paid by it. */
export type PaymentOf = { readonly payment: StoredPayment; readonly offer: OfferedContext }

/**
 * Sends an attempt to its provider, as often as it takes to get a reply: CHARGE and CAPTURE. Never rejects: without a reply
 * the outcome is unknown. Outside of any transaction, as all of these.
 */
export async function sendToProvider(shop: Shop, of: PaymentOf, attempt: StoredAttempt): Promise<CallOutcome> {
  await noteSent(shop.db, attempt, shop.clock.now())
  return callProvider(shop, of, (online, payment) => {
    const whole = attemptOf(payment, attempt)
    if (attempt.step === 'CHARGE') return online.call(whole)
    if (!online.capture) throw new Error(`${of.payment.proxy} takes money at once`)
    return online.capture(whole)
  })
}

/** Asks the provider for the state of a payment; otherwise as `sendToProvider`. */
export function readStateAtProvider(shop: Shop, of: PaymentOf, why: CheckReason): Promise<CallOutcome> {
  return callProvider(shop, of, (online, payment) => online.read({ ...payment, why }))
}

/** Asks the provider to take no more money for a payment; otherwise as `sendToProvider`. */
export async function cancelAtProvider(shop: Shop, of: PaymentOf, attempt: StoredAttempt): Promise<CancelOutcome> {
  await noteSent(shop.db, attempt, shop.clock.now())
  return callProvider(shop, of, (online, payment) => online.cancel(attemptOf(payment, attempt)))
}

/**
 * Asks its provider what has become of a settled payment; null where it does not report this. Otherwise as
 * `sendToProvider`.
 */
export function followAtProvider(shop: Shop, of: PaymentOf): Promise<Aftermath | null | Unknown> {
  return callProvider(shop, of, async (online, payment) => (await online.follow?.(payment)) ?? null)
}

/** Where an order is, for a provider that sends buyers and messages back. */
export function addressesOf({ config }: Shop, context: PurchaseContext, reservationId: ReservationId): Addresses {
  const order =
    context.kind === 'event'
      ? pathTo(eventReservationPath, { eventName: context.shortName, reservationId })
      : pathTo(passReservationPath, { id: context.publicId, reservationId })
  return { shop: config.baseUrl, order: `${config.baseUrl}${order}` }
}

type Unknown = { readonly kind: 'unknown'; readonly reason: string }

async function callProvider<Outcome>(
  shop: Shop,
  of: PaymentOf,
  ask: (online: Online<ProviderSettings>, payment: Payment<ProviderSettings>) => Promise<Outcome>,
): Promise<Outcome | Unknown> {
  assertNoTransactionOpen()
  const { proxy, orderId } = of.payment
  const online = providerOf(shop.providers, proxy)?.online
  if (!online) return { kind: 'unknown', reason: `${proxy} is not asked by this shop` }
  try {
    return await ask(online, paymentFor(shop, of))
  } catch (error) {
    shop.log.providerFailed(proxy, orderId, error)
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) }
  }
}

/** A payment as it is sent to its provider. */
export function paymentFor(shop: Shop, { payment, offer }: PaymentOf): Payment<ProviderSettings> {
  const { id, orderId, amount, currency, reference, data, startedAt, lastSentAt } = payment
  const { settings, context } = offer
  return {
    transactionId: String(id),
    reservationId: orderId,
    shortId: shortId({ id: orderId }, settings.number('PARTIAL_RESERVATION_ID_LENGTH')),
    amount,
    currency,
    reference,
    data,
    settings,
    addresses: addressesOf(shop, context, orderId),
    startedAt,
    lastSentAt,
    now: shop.clock.now(),
    signal: AbortSignal.timeout(LONGEST_CALL_MS),
    beginCheck: pause => beginCheck(shop.db, id, { now: shop.clock.now(), pause }),
  }
}

function attemptOf(
  payment: Payment<ProviderSettings>,
  { idempotencyKey, sends, startedAt, request }: StoredAttempt,
): Attempt<ProviderSettings> {
  return { ...payment, idempotencyKey, repetition: sends, firstSentAt: startedAt, request }
}
