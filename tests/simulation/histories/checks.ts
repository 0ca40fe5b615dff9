import { sql } from 'kysely'
import { type Instant, after, minutes } from '#domain/foundation/instant.ts'
import type { FakeBooking } from '#tests/fakes/provider-fake.ts'
import { faultsInOrder, leftOf } from './order-checks.ts'
import type { Fault, Run } from './order.ts'
import { GROUP_MAXIMUM } from './shop.ts'
import type { OrderRow, PaymentRow, RefundRow, Stored } from './snapshot.ts'

/** Money, as the books of the stand-ins have it, documents and refunds of a history whose orders have come to their end. */
export function faultsInMoney(run: Run, stored: Stored): readonly Fault[] {
  const bookings = run.shop.fakes.flatMap(fake => fake.books())
  const ofPayments = Map.groupBy(bookings, ({ transactionId }) => transactionId)
  return [
    ...stored.payments.flatMap(payment => ofPayment(stored, payment, ofPayments.get(payment.id) ?? [])),
    ...stored.refunds.flatMap(refund => ofRefund(run, stored, refund)),
    ...unexplainedReviews(run, stored),
    ...run.orders.flatMap(order => faultsInOrder(order, stored, ofPayments)),
  ]
}

function ofPayment({ orders, reviews }: Stored, payment: PaymentRow, moves: readonly FakeBooking[]): readonly Fault[] {
  const { id, order_id: orderId, status, proxy } = payment
  const fault = (kind: string): Fault => ({
    kind: `money: ${kind}`,
    what: `payment ${id} by ${proxy}, ${status}, of order ${orderId}: ${kind}; ${leftOf(moves)} is left there`,
  })
  const charges = moves.filter(({ kind }) => kind === 'charge')
  if (charges.length > 1) return [fault('was charged more than once')]
  const left = leftOf(moves)
  // A lost dispute moves money that has gone back before.
  if (moves.some(({ kind }) => kind === 'dispute')) return []
  if (left < 0n) return [fault('more went back than came')]
  if (left === 0n || reviews.some(({ transaction_id: reviewed }) => reviewed === id)) return []
  if (status !== 'COMPLETE') return [fault('is kept, and has paid no order')]
  return orders.some(order => order.id === orderId) ? [] : [fault('is kept, and its order is gone')]
}

/** What was to go back has gone, or a person has to see to it. */
function ofRefund(run: Run, { payments, reviews }: Stored, refund: RefundRow): readonly Fault[] {
  const payment = payments.find(({ id }) => id === refund.transaction_id)
  const fault = (kind: string): Fault => ({
    kind: `refund: ${kind}`,
    what: `refund ${refund.id} of ${refund.amount} of payment ${refund.transaction_id} by ${payment?.proxy}, ${refund.status}: ${kind} (${refund.failure})`,
  })
  // What the provider has refunded by itself is its own to see to.
  if (refund.status === 'DONE' || refund.origin === 'PROVIDER') return []
  if (refund.status !== 'FAILED') return [fault('was never sent, or never ended')]
  const isReviewed = reviews.some(({ transaction_id: id }) => id === refund.transaction_id)
  const isRetried = hasLaterRefund(run, refund)
  return isReviewed || isRetried ? [] : [fault('has failed, and is not on the list of reviews')]
}

const hasLaterRefund = ({ snapshot }: Run, { transaction_id: transaction, id }: RefundRow): boolean =>
  [...snapshot.refunds.values()].some(other => other.transaction_id === transaction && BigInt(other.id) > BigInt(id))

/** Whatever a person has to look at has a cause that the shop could not deal with. */
function unexplainedReviews({ refusing, hasTrouble, orders }: Run, { reviews, payments }: Stored): readonly Fault[] {
  return reviews.flatMap(({ transaction_id: id, reason, detail }): Fault[] => {
    const payment = payments.find(one => one.id === id)
    const isRefused = payment !== undefined && refusing.has(payment.proxy)
    const isMovedByOffice = orders.some(order => order.isMovedByOffice)
    if (reason === 'REFUND_FAILED' && (isRefused || isMovedByOffice || detail?.startsWith('nobody has answered')))
      return []
    if (reason === 'NO_ANSWER' && hasTrouble) return []
    if (reason.startsWith('DISPUTE_') && isMovedByOffice) return []
    return [
      {
        kind: `review without a cause: ${reason} by ${payment?.proxy}`,
        what: `a person has to look at payment ${id} for no reason: ${reason} ${detail ?? ''}`,
      },
    ]
  })
}

/** RESERVATION_TIMEOUT, and all the time that a buyer may ask for. */
const FIRST_HOLD_MINUTES = 25 + 2 * 10
/** The longest that any provider takes for one payment: the page of Saferpay. */
const LONGEST_PAYMENT_MINUTES = 60
/** What is left for another try, and how long a payment of the last second may take. */
const GRACE_MINUTES = 10 + 10

/** After it the seats of an order are held by nothing but a payment that its provider works on (lifecycle A.3.9). */
export const latestMoment = ({ created_at: created }: OrderRow): Instant =>
  after(created, minutes(FIRST_HOLD_MINUTES + LONGEST_PAYMENT_MINUTES + GRACE_MINUTES))

/** No member has more than their places, no ticket of a group is without one, and a cancelled pass pays for nothing. */
export async function faultsInLimits({ shop, place, orders }: Run): Promise<readonly Fault[]> {
  const ids = orders.flatMap(({ id }) => (id === '' ? [] : [id]))
  const { rows } = await sql<Fault>`
    select 'group: a ticket without a place' as kind, format('ticket %s of order %s has no place', ticket.id, ticket.reservation_id) as what
      from ticket join ticket_category as category on category.id = category_id
        join attendee_group_link as link on link.category_id = category.id
        join reservation on reservation.id = reservation_id
      where reservation_id = any(${ids}::uuid[]) and reservation.status = 'COMPLETE' and erased_at is null
        -- The members are erased when the last event of their group is over, and their places with them (lifecycle L).
        and exists (select from attendee_group_member as member where member.group_id = link.group_id)
        and not exists (select from attendee_group_place where ticket_id = ticket.id)
    union all
    select 'group: too many places', format('%s has %s places', value, count(*))
      from attendee_group_place as place join attendee_group_member as member on member.id = member_id
        join attendee_group_link as link on link.id = link_id join event on event.id = event_id
      where short_name = ${place.event}
      group by member.id, link.type
      having count(*) > case when link.type = 'ONCE_PER_VALUE' then 1 else ${GROUP_MAXIMUM} end
    union all
    select 'pass: a cancelled one pays', format('order %s was confirmed with pass %s, which had been cancelled', reservation.id, bought_pass.id)
      from ticket join bought_pass on bought_pass.id = bought_pass_id join reservation on reservation.id = ticket.reservation_id
      where ticket.reservation_id = any(${ids}::uuid[]) and reservation.status = 'COMPLETE' and cancelled_at < confirmed_at
    union all
    select 'pass: pays for nothing', format('ticket %s of order %s costs nothing and is paid for by pass %s', ticket.id, reservation_id, bought_pass_id)
      from ticket where reservation_id = any(${ids}::uuid[]) and bought_pass_id is not null and source_price = 0
  `.execute(shop.shop.db.kysely)
  return rows
}
