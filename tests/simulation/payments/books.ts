import { sql } from 'kysely'
import type { FakeBooking, ProviderFake } from '#tests/fakes/provider-fake.ts'
import type { Database } from '#server/foundation/database/database.ts'
import type { Witnessed } from './purchase.ts'

/** Money that is not where it belongs, in words; `transactionId` where it is about one payment, `orderId` about one order. */
export type Fault = { readonly what: string; readonly transactionId?: string; readonly orderId?: string }

/** What the stand-ins have moved, and what the shop holds against it. */
export type Books = {
  readonly bookings: readonly (FakeBooking & { readonly proxy: string })[]
  readonly payments: ReadonlyMap<string, PaymentRow>
  readonly orders: readonly OrderRow[]
  /** What a person has to look at. */
  readonly reviews: readonly ReviewRow[]
}

type PaymentRow = {
  readonly id: string
  readonly order_id: string
  readonly proxy: string
  readonly status: string
  readonly order_status: string | null
}
type OrderRow = {
  readonly id: string
  readonly status: string
  readonly total: bigint
  readonly currency: string
  readonly proxy: string | null
}
type ReviewRow = { readonly transaction_id: string; readonly reason: string; readonly detail: string | null }

export async function readBooks(db: Database, fakes: readonly ProviderFake[]): Promise<Books> {
  const payments = await sql<PaymentRow>`
    select payment.id::text as id, order_id::text as order_id, payment.proxy, payment.status, reservation.status as order_status
    from payment_transaction as payment left join reservation on reservation.id = reservation_id`.execute(db.kysely)
  const orders = await sql<OrderRow>`
    select id::text as id, status, final_price as total, currency, payment_proxy as proxy from reservation`.execute(
    db.kysely,
  )
  const reviews = await sql<ReviewRow>`
    select transaction_id::text as transaction_id, reason, detail from payment_review where ended_at is null`.execute(
    db.kysely,
  )
  return {
    bookings: fakes.flatMap(fake => fake.books().map(booking => ({ ...booking, proxy: fake.proxy }))),
    payments: new Map(payments.rows.map(row => [row.id, row])),
    orders: orders.rows,
    reviews: reviews.rows,
  }
}

/** Every cent that came in pays one order, went back, or is in the hands of a person. */
export function faultsInMoney({ bookings, payments, orders, reviews }: Books): readonly Fault[] {
  const ofOrder = new Map(orders.map(order => [order.id, order]))
  const isReviewed = (id: string) => reviews.some(({ transaction_id: reviewed }) => reviewed === id)
  return [...Map.groupBy(bookings, ({ transactionId }) => transactionId)].flatMap(([transactionId, moves]): Fault[] => {
    const fault = (what: string): Fault[] => [{ what: `transaction ${transactionId} ${what}`, transactionId }]
    const charges = moves.filter(({ kind }) => kind === 'charge')
    const [charge, ...more] = charges
    if (!charge) return fault('has moved money that never came')
    if (more.length > 0) return fault(`was charged ${charges.length} times`)
    if (moves.some(({ currency, proxy }) => currency !== charge.currency || proxy !== charge.proxy)) {
      return fault('has moves in several currencies, or of several providers')
    }
    const left = leftOf(moves)
    const isDisputed = moves.some(({ kind }) => kind === 'dispute')
    if (left < 0n && !isDisputed) return fault(`has given back ${-left} more than it was`)
    const payment = payments.get(transactionId)
    const order = payment && ofOrder.get(payment.order_id)
    if (payment?.status === 'COMPLETE' && order?.status === 'COMPLETE') {
      const isPaid = charge.amount === order.total && charge.currency === order.currency
      return isPaid ? [] : fault(`came to ${charge.amount} ${charge.currency} for ${order.total} ${order.currency}`)
    }
    if (left <= 0n || isReviewed(transactionId)) return []
    return fault(
      `holds ${left} ${charge.currency} that is not owed: its payment is ${payment?.status ?? 'gone'}, its order ${order?.status ?? 'gone'}`,
    )
  })
}

const leftOf = (moves: readonly FakeBooking[]): bigint =>
  moves.reduce((sum, { kind, amount }) => (kind === 'charge' ? sum + amount : sum - amount), 0n)

/** An order that is complete is paid once, by one payment, where it is paid through a provider at all. */
export function faultsInOrders({ bookings, payments, orders, reviews }: Books): readonly Fault[] {
  const reviewed = new Set(reviews.map(({ transaction_id: id }) => id))
  const online = new Set(bookings.map(({ proxy }) => proxy))
  const ofOrder = Map.groupBy(payments.values(), ({ order_id: id }) => id)
  return orders.flatMap(({ id, status, total, proxy }): Fault[] => {
    const own = ofOrder.get(id) ?? []
    // What a person looks at is on that list, and is no price of the order's.
    const perPayment = own
      .filter(payment => payment.status === 'COMPLETE' || !reviewed.has(payment.id))
      .map(payment => bookings.filter(({ transactionId }) => transactionId === payment.id))
    const held = perPayment.map(leftOf).reduce((sum, left) => (left > 0n ? sum + left : sum), 0n)
    const fault = (what: string): Fault[] => [{ what: `order ${id}, ${status} by ${proxy}, ${what}`, orderId: id }]
    if (held > total) return fault(`has cost ${held} instead of ${total}`)
    if (status === 'OFFLINE_PAYMENT') return held > 0n ? fault(`waits for a transfer, and has cost ${held}`) : []
    if (status !== 'COMPLETE') return fault('has not come to an end')
    if (proxy === null || !online.has(proxy)) return []
    const paying = own.filter(payment => payment.status === 'COMPLETE')
    const charged = bookings.filter(
      ({ kind, transactionId }) => kind === 'charge' && paying.some(payment => payment.id === transactionId),
    )
    return paying.length === 1 && charged.length === 1
      ? []
      : fault(`is paid by ${paying.length} payments, ${charged.length} charges`)
  })
}

/**
 * What a person has to look at has a cause that the shop could not deal with: a dispute, a refund that was refused, or one
 * without an answer that can't be asked for again without the risk of refunding twice.
 */
export function unexplainedReviews(
  { bookings, reviews }: Books,
  { disputed, refusing }: Pick<Witnessed, 'disputed' | 'refusing'>,
): readonly Fault[] {
  return reviews.flatMap(({ transaction_id: transactionId, reason, detail }): Fault[] => {
    const moves = bookings.filter(booking => booking.transactionId === transactionId)
    const isDisputed = disputed.has(transactionId)
    if (reason.startsWith('DISPUTE_') && isDisputed) return []
    const isRefundedThere = moves.some(({ kind }) => kind === 'refund')
    const wasRefused = moves.some(({ proxy }) => refusing.has(proxy))
    const isUnrepeatable = detail?.startsWith('nobody has answered') === true
    if (reason === 'REFUND_FAILED' && (isDisputed || isRefundedThere || wasRefused || isUnrepeatable)) return []
    return [
      { what: `a person has to look at ${transactionId} for no reason: ${reason} ${detail ?? ''}`, transactionId },
    ]
  })
}
