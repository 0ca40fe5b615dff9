import { type Insertable, type Updateable, sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import {
  type FIRST_PAYMENT_STATUSES,
  type PaymentEnd,
  type PaymentStatus,
  type PaymentTrait,
  canPaymentMove,
  paymentsBefore,
  paymentsWith,
} from '#domain/payment/pay/payment-states.ts'
import { type OrderNote, auditRow } from '#server/foundation/audit/audit.ts'
import { type Tx, statement } from '#server/foundation/database/database.ts'
import type { PaymentTransactionTable } from '#server/foundation/database/schema.ts'
import { quoted, sqlPaymentHas } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/**
 * The only file that inserts payments, writes their status, or deletes them: only along the table of payment-states.ts.
 * tests/architecture/lives.test.ts holds all others to it.
 *
 * A returned payment has a line of the trail of its own. The other moves have none here, because another line of the
 * same transaction says it: the order's move (PAYMENT_CONFIRMED, PAYMENT_FAILED, PAYMENT_CANCELLED, PAYMENT_TO_REVIEW),
 * the beginning of the payment that takes its place (INIT_PAYMENT), the end of the order, or the ticket at the desk.
 */

type StoredPayment = {
  readonly id: bigint
  readonly orderId: ReservationId
  readonly contextId: number
  readonly status: PaymentStatus
}

export type PaymentMove = {
  readonly at: Instant
  /** What the trail says of it, where no other line does. */
  readonly notes?: readonly OrderNote[]
  /** What else changes in the same row. */
  readonly set: Omit<Updateable<PaymentTransactionTable>, 'id' | 'status'>
}

/**
 * Moves one payment, in one statement. The caller has locked it. Throws for a move that the table lacks. A payment that
 * this transaction has made void since it was read, because the price of its order has changed, moves on from there.
 */
export async function movePayment(
  tx: Tx,
  { id, orderId, contextId, status: from }: StoredPayment,
  to: PaymentStatus,
  { at, notes = [], set }: PaymentMove,
): Promise<void> {
  if (!canPaymentMove(from, to)) throw new Error(`payment ${id} can't move from ${from} to ${to}`)
  const moving = tx.kysely.with('moved', db =>
    db
      .updateTable('payment_transaction')
      .set({ ...set, status: to })
      .where('id', '=', id)
      .where(sql.raw<boolean>(isBefore(to)))
      .returning('id'),
  )
  const lines = notes.map(note => auditRow({ ...note, at, reservation: { id: orderId, contextId } }))
  const noting = lines.length > 0 ? moving.with('noted', db => db.insertInto('audit').values(lines)) : moving
  const moved = await noting.selectFrom('moved').select('id').executeTakeFirst()
  if (!moved) throw new Error(`payment ${id} can't move to ${to} any more`)
}

/**
 * Its order is not to be paid by it any more; the shop asks its provider at once to cancel it, and again until it
 * agrees. Nothing for a payment that is not open any more.
 */
export async function voidPayment(tx: Tx, { id }: Pick<StoredPayment, 'id'>, now: Instant): Promise<void> {
  await tx.query(VOID_PAYMENT, [id, timestamp(now)])
}

const VOID_PAYMENT = statement('payment-void', voidedPayments({ where: 'id = $1', at: '$2::timestamptz' }))

/**
 * The statement that makes the open ones of some payments void; those that a provider may still take money for are
 * cancelled there from `at` on. Both members are SQL.
 */
export function voidedPayments({ where, at }: { readonly where: string; readonly at: string }): string {
  return movedPayments('INVALID', { from: 'isOpen', set: `next_look_at = case when is_live then ${at} end`, where })
}

type MoveOfMany = {
  /** Those among them that move: with one of its statuses. */
  readonly from: PaymentTrait
  /** What else changes, and which payments are meant: SQL. */
  readonly set?: string
  readonly where: string
}

/** The statement that moves payments within a larger one. Throws, once, for a move that the table lacks. */
export function movedPayments(to: PaymentStatus, { from, set, where }: MoveOfMany): string {
  const others = set === undefined ? '' : `, ${set}`
  return `update payment_transaction set status = ${legal(from, to)}${others} where ${where} and ${sqlPaymentHas(from)}`
}

type Column = Exclude<keyof Insertable<PaymentTransactionTable>, 'status'>
type NeededColumn =
  | 'reservation_id'
  | 'order_id'
  | 'purchase_context_id'
  | 'proxy'
  | 'amount'
  | 'currency'
  | 'created_at'

/**
 * The statement that inserts a payment. `values`: SQL by column; the caller adds the tables they come from, and when it
 * is inserted.
 */
export function insertedPayment(
  status: (typeof FIRST_PAYMENT_STATUSES)[number],
  values: Readonly<Record<NeededColumn, string>> & { readonly [Name in Column]?: string },
): string {
  return `insert into payment_transaction (status, ${Object.keys(values).join(', ')})
     select '${status}', ${Object.values(values).join(', ')}`
}

/**
 * Ends the awaited payment of an order that has ended. A provider that may still take the money is asked to take none,
 * and money that comes anyway is refunded.
 */
export async function endPayments(tx: Tx, id: ReservationId, now: Instant): Promise<void> {
  await tx.query(END_PAYMENTS, [id, timestamp(now)])
}

const END_PAYMENTS = statement(
  'payments-of-order-end',
  `update payment_transaction
   set status = case when is_live then ${legal('isOpen', 'INVALID')} else ${legal('isOpen', 'CANCELLED')} end,
     next_look_at = case when is_live then $2::timestamptz end
   where reservation_id = $1 and ${sqlPaymentHas('isOpen')}`,
)

/**
 * Detaches payments from orders that are deleted. A payment that was begun at its provider outlives its order, because
 * money may still come by it: while the provider may take money it is asked to take none, and what comes all the same is
 * refunded (decision 57). The buyer is kept with it as long as something is to be said about its money. One that has
 * paid the order can't be detached: the database refuses. The others, such as a transfer that never came, are deleted.
 */
export async function detachPayments(tx: Tx, ids: readonly ReservationId[]): Promise<void> {
  await tx.query(DETACH_PAYMENTS, [ids])
  await tx.query(DELETE_PAYMENTS, [ids])
}

const HAS_MONEY_TO_COME_OR_GO = `(is_live or ${sqlPaymentHas('isReturned', 'payment.status')})`

const DETACH_PAYMENTS = statement(
  'let-go-of-payments',
  `update payment_transaction as payment
   set status = case when ${sqlPaymentHas('isOpen', 'payment.status')} then ${legal('isOpen', 'INVALID')} else payment.status end,
     reservation_id = null,
     next_look_at = case when is_live then to_timestamp(0) end,
     metadata = case when ${HAS_MONEY_TO_COME_OR_GO} then payment.metadata else '{}' end,
     page = case when ${HAS_MONEY_TO_COME_OR_GO} then page end,
     buyer = case when ${HAS_MONEY_TO_COME_OR_GO} then
       jsonb_build_object('email', email, 'firstName', first_name, 'lastName', last_name, 'language', language) end
   from reservation
   where reservation.id = reservation_id and reservation_id = any($1::uuid[])
     and (${HAS_MONEY_TO_COME_OR_GO} or ${sqlPaymentHas('hasPaid', 'payment.status')} or reference is not null
       or exists (select from payment_attempt where transaction_id = payment.id and sends > 0))`,
)

const DELETE_PAYMENTS = statement(
  'delete-payments-of-orders',
  `delete from payment_transaction where reservation_id = any($1::uuid[]) and ${isBefore('DELETED')}`,
)

/** The status as SQL, if all with the trait may move there. */
function legal(from: PaymentTrait, to: PaymentStatus): string {
  const stuck = paymentsWith(from).filter(status => !canPaymentMove(status, to))
  if (stuck.length > 0) throw new Error(`payments can't move from ${stuck.join(', ')} to ${to}`)
  return `'${to}'`
}

function isBefore(to: PaymentStatus | PaymentEnd): string {
  return `status in (${quoted(paymentsBefore(to))})`
}
