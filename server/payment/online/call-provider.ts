import type { Shop } from '#server/context.ts'
import { assertNoTransactionOpen } from '#server/database/database.ts'
import type { CallOutcome, Online, Payment } from '#server/providers/provider.ts'
import { type ProviderSettings, providerOf } from '#server/providers/registry.ts'
import type { StoredAttempt, StoredPayment } from './store.ts'

/** A buyer waits for it; what comes later is found out by a look. */
const LONGEST_CALL_MS = 20_000

/** Sends an attempt to its provider. Never rejects: without a reply the outcome is unknown. Outside of any transaction. */
export function callProvider(shop: Shop, attempt: StoredAttempt, settings: ProviderSettings): Promise<CallOutcome> {
  const { idempotencyKey, request, payment } = attempt
  return asked(shop, payment, online => online.call({ ...paymentOf(shop, payment, settings), idempotencyKey, request }))
}

/** Asks its provider how a payment stands; otherwise as `callProvider`. */
export function lookAtProvider(shop: Shop, payment: StoredPayment, settings: ProviderSettings): Promise<CallOutcome> {
  return asked(shop, payment, online => online.look(paymentOf(shop, payment, settings)))
}

async function asked(
  shop: Shop,
  payment: StoredPayment,
  ask: (online: Online<ProviderSettings>) => Promise<CallOutcome>,
): Promise<CallOutcome> {
  assertNoTransactionOpen()
  const online = providerOf(shop.providers, payment.proxy)?.online
  if (!online) return { kind: 'unknown', reason: `${payment.proxy} is not asked by this shop` }
  try {
    return await ask(online)
  } catch (error) {
    shop.log.providerFailed(payment.proxy, payment.reservationId, error)
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) }
  }
}

function paymentOf(shop: Shop, payment: StoredPayment, settings: ProviderSettings): Payment<ProviderSettings> {
  const { id, reservationId, amount, currency, data } = payment
  return {
    transactionId: String(id),
    reservationId,
    amount,
    currency,
    data,
    settings,
    now: shop.clock.now(),
    signal: AbortSignal.timeout(LONGEST_CALL_MS),
  }
}
