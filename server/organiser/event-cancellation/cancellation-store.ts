import type { Instant } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { reservationHas, sqlPaymentHas, sqlRefundHas, sqlTicketHas } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** What of an event is left to cancel, and that it is cancelled. */

/**
 * What becomes of an order. CART: it is deleted. UNDER_WAY: its payment is. LET_IN: it stays. AWAITED: its transfer is
 * not due any more. SOLD: it ends.
 */
export type OrderGroup = {
  readonly part: 'CART' | 'UNDER_WAY' | 'LET_IN' | 'AWAITED' | 'SOLD'
  readonly proxy: PaymentProxy | null
  readonly currency: string | null
  readonly orders: number
  readonly tickets: number
  readonly total: bigint
  /** What has come by payments and was not refunded. */
  readonly left: bigint
  /** Of those that were paid, to a provider or to the organiser. */
  readonly paid: number
  readonly invoices: number
}

const GROUPS = statement<OrderGroup>(
  'cancellation-orders',
  `select part, proxy, currency, count(*)::int as orders, sum(tickets)::int as tickets, sum(total)::bigint as total,
     sum("left")::bigint as "left", count(*) filter (where paid)::int as paid, count(*) filter (where invoiced)::int as invoices
   from (
     select case when ${reservationHas('isOpen')} then 'CART'
         when ${reservationHas('isBeingPaid')} then 'UNDER_WAY'
         when exists (select from ticket where reservation_id = reservation.id and ${sqlTicketHas('isCheckedIn')}) then 'LET_IN'
         when ${reservationHas('awaitsTransfer')} then 'AWAITED' else 'SOLD' end as part,
       case when ${reservationHas('isOpen')} then null else payment_proxy end as proxy, reservation.currency,
       (select count(*) from ticket where reservation_id = reservation.id) as tickets, final_price as total,
       exists (select from billing_document where reservation_id = reservation.id and type = 'INVOICE') as invoiced,
       payment.id is not null as paid, coalesce(greatest(coalesce(received_amount, amount)
         - coalesce((select sum(refund.amount) from payment_refund as refund
           where refund.transaction_id = payment.id and ${sqlRefundHas('isRunning', 'refund.status')}), 0)
         - coalesce((select sum(dispute.amount) from payment_dispute as dispute
           where dispute.transaction_id = payment.id and dispute.status <> 'WON'), 0), 0), 0) as "left"
     from reservation left join payment_transaction as payment
       on payment.reservation_id = reservation.id and ${sqlPaymentHas('hasPaid', 'payment.status')}
     where reservation.purchase_context_id = $1 and not ${reservationHas('hasEnded')}
   ) as sold group by part, proxy, currency order by part, proxy, currency`,
)

/** The orders of an event that have not ended, by what becomes of them and how they were paid. */
export async function orderGroups(db: Queryable, eventId: number): Promise<readonly OrderGroup[]> {
  return db.query(GROUPS, [eventId])
}

export type CancellationState = {
  readonly cancelledAt: Instant | null
  readonly text: string | null
  readonly endsAt: Instant
  readonly jobId: bigint | null
  readonly isRunning: boolean
  readonly people: number
  readonly mails: number
  readonly waiting: number
}

/** Those who are written to: of confirmed orders, the buyers and the holders with another address. */
const CONFIRMED = `purchase_context_id = $1 and not ${reservationHas('hasEnded')} and not ${reservationHas('mayLapse')}`

const STATE = statement<CancellationState>(
  'cancellation-state',
  `with concerned as (
     select reservation.id, lower(email) as address from reservation where ${CONFIRMED} and email is not null
     union
     select reservation.id, lower(ticket.email) from reservation join ticket on reservation_id = reservation.id
     where ${CONFIRMED} and ticket.email is not null
   ), waits as (
     select lower(email) as address from waiting_list_entry where event_id = $1 and status = 'WAITING'
   )
   select cancelled_at as "cancelledAt", cancellation_text as text, ends_at as "endsAt",
     job.id as "jobId", coalesce(job.status = 'RUNNING', false) as "isRunning",
     (select count(*) from (select address from concerned union select address from waits) as person)::int as people,
     ((select count(*) from concerned) + (select count(*) from waits))::int as mails,
     (select count(*) from waits)::int as waiting
   from event left join lateral (
     select id, status from bulk_job where event_id = event.id and kind = $2 order by id desc limit 1
   ) as job on true
   where event.id = $1`,
)

export async function cancellationState(db: Queryable, eventId: number, kind: string): Promise<CancellationState> {
  const [state] = await db.query(STATE, [eventId, kind])
  if (!state) throw new Error(`there is no event ${eventId}`)
  return state
}

/** Locks the event against other changes until the transaction ends; buyers do not wait. */
export async function lockEvent(tx: Tx, eventId: number): Promise<void> {
  await tx.kysely.selectFrom('purchase_context').select('id').where('id', '=', eventId).forNoKeyUpdate().execute()
}

/** From now on nothing of the event is sold. The caller has locked it. Returns its version. */
export async function storeCancelled(
  tx: Tx,
  eventId: number,
  { text, now }: { readonly text: string; readonly now: Instant },
): Promise<number> {
  await tx.kysely
    .updateTable('event')
    .set({ cancelled_at: timestamp(now), cancellation_text: text })
    .where('id', '=', eventId)
    .execute()
  const { version } = await tx.kysely
    .updateTable('purchase_context')
    .set(expression => ({ updated_at: timestamp(now), version: expression('version', '+', 1) }))
    .where('id', '=', eventId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

const LEFT = statement<{ id: ReservationId }>(
  'cancellation-orders-left',
  `select id from reservation where purchase_context_id = $1 and not ${reservationHas('hasEnded')} order by created_at, id`,
)

const WAITING = statement<{ id: bigint }>(
  'cancellation-waiting',
  `select id from waiting_list_entry where event_id = $1 and status = 'WAITING' order by id`,
)

/** All that is left to cancel, the oldest first. */
export async function leftToCancel(
  tx: Tx,
  eventId: number,
): Promise<{ readonly orders: readonly ReservationId[]; readonly waiting: readonly bigint[] }> {
  const [orders, waiting] = [await tx.query(LEFT, [eventId]), await tx.query(WAITING, [eventId])]
  return { orders: orders.map(({ id }) => id), waiting: waiting.map(({ id }) => id) }
}
