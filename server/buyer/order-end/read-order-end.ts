import type { OrderEnd } from '#contract/order-end.ts'
import { type Instant, after, days } from '#domain/foundation/instant.ts'
import { type Currency, NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { type Minor, sum } from '#domain/foundation/money/money.ts'
import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import { type TrailEntry, trailOf } from '#server/foundation/audit/audit.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { ownDocuments } from '#server/order/invoice/document-file.ts'
import { type EndedLine, readEndedContent } from '#server/order/order/order-rows.ts'
import { offerOfReservation } from '#server/order/order/offer-of-reservation.ts'
import { type Order, completeOrder, isEventOrder } from '#server/order/order/read-order.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { type PaidPayment, paymentsOfOrder } from '#server/payment/pay/online/paid-money.ts'
import { readWithdrawal } from '#server/payment/withdrawal/read-withdrawal.ts'

type EndCause = OrderEnd['cause']

/** An order that has ended, and what there is to say of it. */
export type EndedOrder = {
  readonly id: ReservationId
  readonly offer: OfferedContext
  readonly total: Minor
  readonly currency: Currency
  readonly cause: EndCause
  readonly endedBy: OrderEnd['endedBy']
  /** Null: the trail has been erased. */
  readonly endedAt: Instant | null
  readonly content: readonly EndedLine[]
  readonly payments: readonly PaidPayment[]
  readonly paid: Minor
  /** What the organiser returns by hand, and by when. */
  readonly byOrganiser: { readonly amount: Minor; readonly until: Instant } | null
  /** A provider may still take money. */
  readonly isPaymentOpen: boolean
  readonly documents: Awaited<ReturnType<typeof ownDocuments>>
}

/**
 * What became of an order that has ended and is still there (lifecycle A.1). Undefined for one that has not ended, that
 * never existed, and whose people have been erased.
 */
export async function readOrderEnd(shop: Shop, id: ReservationId): Promise<EndedOrder | undefined> {
  const order = await findEnded(shop, id)
  if (!order) return undefined
  const trail = await trailOf(shop.db, id)
  const payments = await paymentsOfOrder(shop.db, id)
  const made = isEventOrder(order) ? null : ((await readWithdrawal(shop, id))?.made ?? null)
  const end = trail.findLast(({ type }) => ENDS.has(type))
  const cause = made ? 'WITHDRAWN' : causeOf(end, trail)
  const { price, currency } = order.reservation
  return {
    id,
    offer: order.offer,
    total: price.total,
    currency: payments.at(-1)?.currency ?? currency ?? NO_CURRENCY,
    cause,
    endedBy: enderOf(cause, end),
    endedAt: made?.madeAt ?? end?.at ?? null,
    content: (await readEndedContent(shop.db, id)) ?? [],
    payments,
    paid: paidBy(payments),
    byOrganiser:
      made?.returnedBy === 'ORGANISER'
        ? { amount: made.amount, until: after(made.madeAt, WITHDRAWN_MONEY_IS_DUE) }
        : null,
    isPaymentOpen: false,
    documents: await ownDocuments(shop, { id, offer: order.offer }),
  }
}

/** Fourteen days after the withdrawal (Directive 2011/83/EU, 13.1). */
const WITHDRAWN_MONEY_IS_DUE = days(14)

/** What has come by these payments. */
export const paidBy = (payments: readonly PaidPayment[]): Minor =>
  sum(
    payments
      .filter(payment => paymentHas(payment, 'hasMoney'))
      .map(payment => payment.received?.amount ?? payment.amount),
  )

/** An order of an event without a ticket is over as well, whatever its status. */
export async function findEnded(shop: Shop, id: ReservationId): Promise<Order | undefined> {
  const offer = await offerOfReservation(shop, id)
  const reservation = offer && (await findReservation(shop.db, id))
  if (!reservation) return undefined
  const order = await completeOrder(shop.db, offer, reservation)
  const isEmpty = has(reservation, 'isComplete') && isEventOrder(order) && order.tickets.length === 0
  return has(reservation, 'hasEnded') || isEmpty ? order : undefined
}

/** What the trail says of an end; a ticket that leaves an order is an end when it was the last. */
const ENDS: ReadonlySet<string> = new Set([
  'CANCEL_RESERVATION',
  'CANCEL_RESERVATION_EXPIRED',
  'CREDIT_NOTE_ISSUED',
  'CANCEL_TICKET',
])

const ENDERS: Partial<Record<EndCause, OrderEnd['endedBy']>> = {
  WITHDRAWN: 'BUYER',
  RELEASED: 'BUYER',
  DISCARDED: 'BUYER',
}

/** A command of the operator has no key; a trail without actors has been erased, and the order with it. */
function enderOf(cause: EndCause, end: TrailEntry | undefined): OrderEnd['endedBy'] {
  return ENDERS[cause] ?? (end?.by == null ? 'SHOP' : 'ORGANISER')
}

/** The holder's own release is the only one that has no key of an organiser, and takes a ticket at the same moment. */
function causeOf(end: TrailEntry | undefined, trail: readonly TrailEntry[]): EndCause {
  if (end === undefined) return 'CANCELLED'
  const together = trail.filter(({ at }) => at === end.at)
  if (together.some(({ type }) => type === 'CANCEL_RESERVATION_EXPIRED')) return 'EXPIRED'
  const isReleased = together.some(({ type, by }) => type === 'CANCEL_TICKET' && by === null)
  return isReleased && together.every(({ by }) => by === null) ? 'RELEASED' : 'CANCELLED'
}
