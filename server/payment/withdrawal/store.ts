import type { Withdrawal } from '#domain/catalog/catalog/pass.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Minor, minor } from '#domain/foundation/money/money.ts'
import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { reservationHas } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** Who returns the money. */
export type ReturnedBy = 'PROVIDER' | 'ORGANISER' | 'NOBODY'

/** A withdrawal that was made. */
export type StoredWithdrawal = {
  readonly madeAt: Instant
  readonly by: Contact
  readonly paid: Minor
  readonly amount: Minor
  readonly returnedBy: ReturnedBy
  readonly used: number
  readonly released: number
}

/** Undefined while the contract of this order is not withdrawn from. */
export async function findWithdrawal(on: Queryable, id: ReservationId): Promise<StoredWithdrawal | undefined> {
  const row = await on.kysely
    .selectFrom('pass_withdrawal')
    .select(['made_at', 'first_name', 'last_name', 'email', 'paid', 'amount', 'returned_by', 'used', 'released'])
    .where('reservation_id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      madeAt: row.made_at,
      by: { firstName: row.first_name ?? '', lastName: row.last_name ?? '', email: row.email ?? '' },
      paid: minor(row.paid),
      amount: minor(row.amount),
      returnedBy: row.returned_by,
      used: row.used,
      released: row.released,
    }
  )
}

/** One for an order: a second one breaks the transaction. */
export async function storeWithdrawal(
  tx: Tx,
  { orderId, passId }: { readonly orderId: ReservationId; readonly passId: BoughtPassId },
  { madeAt, by, paid, amount, returnedBy, used, released }: StoredWithdrawal,
): Promise<void> {
  await tx.kysely
    .insertInto('pass_withdrawal')
    .values({
      reservation_id: orderId,
      bought_pass_id: passId,
      made_at: timestamp(madeAt),
      first_name: by.firstName,
      last_name: by.lastName,
      email: by.email,
      paid,
      amount,
      returned_by: returnedBy,
      used,
      released,
    })
    .execute()
}

/** Nothing can refuse the order any more: until then its pass is asked for when the order is paid (decision 69). */
const IS_PAID_BY = `${reservationHas('isConfirmed')} and not (${reservationHas('awaitsTransfer')})`

/** Orders of which a pass pays for tickets, once they are complete or being finished. */
export async function ordersPaidBy(on: Queryable, id: BoughtPassId): Promise<readonly ReservationId[]> {
  return (await on.query(ORDERS_PAID_BY, [id])).map(({ id: order }) => order)
}

const ORDERS_PAID_BY = statement<{ id: ReservationId }>(
  'orders-paid-by-pass',
  `select distinct reservation.id from ticket join reservation on reservation.id = ticket.reservation_id
   where ticket.bought_pass_id = $1 and ${IS_PAID_BY} order by reservation.id`,
)

/** How many tickets of these orders it pays for. */
export async function countPaid(on: Queryable, id: BoughtPassId): Promise<number> {
  const [row] = await on.query(COUNT_PAID, [id])
  return row?.paid ?? 0
}

const COUNT_PAID = statement<{ paid: number }>(
  'tickets-paid-by-pass',
  `select count(*)::int as paid from ticket join reservation on reservation.id = ticket.reservation_id
   where ticket.bought_pass_id = $1 and ${IS_PAID_BY}`,
)

/** The terms that a pass was sold on; undefined where there were none. */
export async function termsOfSale(on: Queryable, id: BoughtPassId): Promise<Withdrawal | undefined> {
  const [row] = await on.query(TERMS, [id])
  if (!row || row.days === null || row.afterUse === null) return undefined
  return { kind: 'possible', days: row.days, afterUse: row.afterUse }
}

type TermsRow = {
  readonly days: number | null
  readonly afterUse: Extract<Withdrawal, { kind: 'possible' }>['afterUse'] | null
}

const TERMS = statement<TermsRow>(
  'withdrawal-terms-of-sale',
  'select withdrawal_days as days, withdrawal_after_use as "afterUse" from bought_pass where id = $1',
)

/** Locks the orders, in the sequence that every process uses that locks several. */
export async function lockOrders(tx: Tx, ids: readonly ReservationId[]): Promise<void> {
  await tx.query(LOCK_ORDERS, [ids])
}

const LOCK_ORDERS = statement<{ id: ReservationId }>(
  'orders-lock',
  'select id from reservation where id = any($1::uuid[]) order by id for update',
)

/** Locks this pass until the transaction ends. The caller holds its order. */
export async function lockPass(tx: Tx, id: BoughtPassId): Promise<void> {
  await tx.query(LOCK_PASS, [id])
}

const LOCK_PASS = statement<{ id: string }>('bought-pass-take', 'select id from bought_pass where id = $1 for update')
