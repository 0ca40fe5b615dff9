import { type EndWithoutMoney, type PaymentWithMoney, statusAtEnd } from '#domain/payment/pay/payment-states.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { OrderNote } from '#server/foundation/audit/audit.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { movePayment, voidedPayments } from '#server/order/order/move-payment.ts'
import type { ReceivedMoney } from '#server/providers/port/online.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import type { StoredPayment } from './payments.ts'

type Progress = {
  readonly reference?: string | null
  readonly data: ProviderData
  /** Where the buyer goes on; left out where that is not on a page of the provider. */
  readonly url?: string
}

/** What is known of a payment that goes on. */
export async function storeProgress(tx: Tx, { id }: StoredPayment, { reference, data, url }: Progress): Promise<void> {
  await tx.kysely
    .updateTable('payment_transaction')
    .set(({ fn, val, ref }) => ({
      metadata: JSON.stringify(data),
      page: url ?? null,
      reference: fn.coalesce(val(reference || null), ref('reference')),
    }))
    .where('id', '=', id)
    .execute()
}

type Money = {
  readonly received: ReceivedMoney
  readonly data: ProviderData
  /** What the trail says of it, where no other line does. */
  readonly notes?: readonly OrderNote[]
  readonly now: Instant
}

/**
 * The money is there, and the provider takes no more: it pays its order (COMPLETE) or goes back (RETURNED). A payment
 * that was taken at once had no reference before: it is the one on the statements.
 */
export async function storeMoney(
  tx: Tx,
  payment: StoredPayment,
  to: PaymentWithMoney,
  { received, data, notes, now }: Money,
): Promise<void> {
  await movePayment(tx, payment, to, {
    at: now,
    ...(notes && { notes }),
    set: {
      settled_at: timestamp(now),
      received_amount: received.amount,
      received_currency: received.currency,
      is_live: false,
      next_look_at: null,
      page: null,
      reference: payment.reference ?? received.gatewayPaymentId ?? received.gatewayTransactionId,
      gateway_transaction_id: received.gatewayTransactionId,
      gateway_payment_id: received.gatewayPaymentId,
      fee: received.fee,
      metadata: JSON.stringify(data),
    },
  })
}

/** The provider takes no money for it any more. The address for mails about late money is erased. */
export async function storeEnded(
  tx: Tx,
  payment: StoredPayment,
  { end, now }: { readonly end: EndWithoutMoney; readonly now: Instant },
): Promise<void> {
  const set = { is_live: false, next_look_at: null, buyer: null, page: null }
  const status = statusAtEnd(payment, end)
  if (status !== payment.status) return movePayment(tx, payment, status, { at: now, set })
  await tx.kysely.updateTable('payment_transaction').set(set).where('id', '=', payment.id).execute()
}

/** Why it was not paid, for a buyer who comes back: the code of a text. */
export async function storeRefusal(tx: Tx, { id }: StoredPayment, refusal: string): Promise<void> {
  await tx.kysely.updateTable('payment_transaction').set({ refusal }).where('id', '=', id).execute()
}

/**
 * The provider was thought to take no money for it any more, and has some reserved: it is checked until that has ended.
 */
export async function storeLiveAgain(tx: Tx, { id }: StoredPayment, now: Instant): Promise<void> {
  await tx.kysely
    .updateTable('payment_transaction')
    .set({ is_live: true, next_look_at: timestamp(now) })
    .where('id', '=', id)
    .execute()
}

/** A payment that had been given up pays the order after all; the one that was to do so takes its place. */
export async function voidOtherPayments(tx: Tx, { id, orderId }: StoredPayment, now: Instant): Promise<void> {
  await tx.query(VOID_OTHERS, [orderId, id, timestamp(now)])
}

const VOID_OTHERS = statement(
  'payment-want-again',
  voidedPayments({ where: 'reservation_id = $1 and id <> $2', at: '$3::timestamptz' }),
)

/** The order is held longer, because the buyer is where it is paid. */
export async function storeHeldUntil(tx: Tx, id: ReservationId, validity: Instant): Promise<void> {
  await tx.kysely
    .updateTable('reservation')
    .set({ validity: timestamp(validity) })
    .where('id', '=', id)
    .execute()
}

/** Was a payment of the order refused before? The buyer gets one mail about it. */
export async function wasRefused(on: Queryable, id: ReservationId): Promise<boolean> {
  return (await on.query(WAS_REFUSED, [id])).length > 0
}

const WAS_REFUSED = statement<{ id: bigint }>(
  'payment-was-refused',
  `select id from audit where reservation_id = $1 and type = 'PAYMENT_FAILED' limit 1`,
)
