import type { Withdrawal } from '#domain/catalog/catalog/pass.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Minor, ZERO, lesser, minus } from '#domain/foundation/money/money.ts'
import type { BoughtPass } from '#domain/order/pass/bought-pass.ts'
import { type WithdrawalDecision, amountToReturn, judgeWithdrawal } from '#domain/payment/withdrawal/withdraw.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import { leaveWithPass } from '#domain/ticket/ticket/release.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { type OfferedEvent, type OfferedPass, isOfEvent, isOfPass } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { offerOfReservation } from '#server/order/order/offer-of-reservation.ts'
import { type Order, completeOrder } from '#server/order/order/read-order.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { type PaidPayment, moneyLeft, paidOnline, paymentsOfOrder } from '#server/payment/pay/online/paid-money.ts'
import { releaseFacts } from '#server/ticket/ticket/release-ticket.ts'
import {
  type ReturnedBy,
  type StoredWithdrawal,
  countPaid,
  findWithdrawal,
  ordersPaidBy,
  termsOfSale,
} from './store.ts'

/** A ticket that goes with the pass, and its order as it is before. */
export type LeavingTicket = { readonly ticket: Ticket; readonly order: Order<OfferedEvent> }

/** What withdrawing from the contract of an order means now. */
export type WithdrawalNow = {
  readonly order: Order<OfferedPass>
  readonly pass: BoughtPass
  /** The terms that count. */
  readonly withdrawal: Withdrawal
  readonly decision: WithdrawalDecision
  /** Null while it has not been made. */
  readonly made: StoredWithdrawal | null
  readonly paid: Minor
  /** What the buyer is to have back of it by the terms; some of it may have been returned before. */
  readonly due: Minor
  readonly amount: Minor
  readonly returnedBy: ReturnedBy
  /** What the organiser keeps of the money that came through a provider; null where none did. */
  readonly stays: Minor | null
  /** Whose money would go back through its provider. */
  readonly payment: PaidPayment | undefined
  /** Entries that stay used. */
  readonly used: number
  readonly leaving: readonly LeavingTicket[]
}

/** What the orders concerned are for: of the pass, and of the tickets it pays for. */
export type Offers = {
  readonly pass: OfferedPass
  readonly events: ReadonlyMap<ReservationId, OfferedEvent>
}

/** What can be withdrawn from; undefined where there is no such order, or it is not one of a pass. */
export async function readWithdrawal(shop: Shop, id: ReservationId): Promise<WithdrawalNow | undefined> {
  const offers = await offersOf(shop, id)
  return offers && withdrawalNow(shop.db, shop, { id, offers })
}

/** Read before a transaction begins: the catalogue has its own connections. */
export async function offersOf(shop: Shop, id: ReservationId): Promise<Offers | undefined> {
  const offer = await offerOfReservation(shop, id)
  if (!offer || !isOfPass(offer)) return undefined
  const reservation = await findReservation(shop.db, id)
  if (!reservation) return undefined
  const { passes } = await completeOrder(shop.db, offer, reservation)
  const events = new Map<ReservationId, OfferedEvent>()
  for (const pass of passes) {
    for (const order of await ordersPaidBy(shop.db, pass.id)) {
      const event = await offerOfReservation(shop, order)
      if (event && isOfEvent(event)) events.set(order, event)
    }
  }
  return { pass: offer, events }
}

/** The same from what is known of the offers; inside of a transaction that holds the orders it stays true. */
export async function withdrawalNow(
  on: Queryable,
  shop: Pick<Shop, 'clock' | 'providers'>,
  { id, offers }: { readonly id: ReservationId; readonly offers: Offers },
): Promise<WithdrawalNow | undefined> {
  const reservation = await findReservation(on, id)
  if (!reservation) return undefined
  const order = await completeOrder(on, offers.pass, reservation)
  const [pass] = order.passes
  if (!pass) return undefined
  const now = shop.clock.now()
  const { timeZone } = offers.pass.context
  const made = (await findWithdrawal(on, id)) ?? null
  const withdrawal = (await termsOfSale(on, pass.id)) ?? offers.pass.context.withdrawal
  const confirmedAt = has(reservation, 'isComplete') ? reservation.confirmedAt : null
  const decision = judgeWithdrawal({ withdrawal, order: { status: reservation.status, confirmedAt }, timeZone, now })
  const leaving = decision.kind === 'possible' ? await leavingTickets(on, { pass, offers, now }) : []
  const paid = made?.paid ?? reservation.price.total
  const used = made?.used ?? (await countPaid(on, pass.id)) - leaving.length
  const stated = { order, pass, withdrawal, decision, made, paid, used, leaving }
  if (made) {
    return { ...stated, ...NOTHING, due: made.amount, amount: made.amount, returnedBy: made.returnedBy }
  }
  if (decision.kind !== 'possible' || confirmedAt === null) return { ...stated, ...NOTHING, due: ZERO }
  const { maxEntries, valid } = pass
  const due = amountToReturn({ paid, used, maxEntries, valid, confirmedAt, timeZone, now }, decision.afterUse)
  return { ...stated, due, ...(await waysBack(on, shop, { id, due })) }
}

const NOTHING = { amount: ZERO, returnedBy: 'NOBODY', payment: undefined, stays: null } as const

type WayBack = Pick<WithdrawalNow, 'amount' | 'returnedBy' | 'payment' | 'stays'>

/**
 * Money that came through a provider goes back through it, as far as it is still there; what came otherwise, or in
 * another currency than it was asked for in, the organiser returns by hand.
 */
async function waysBack(
  on: Queryable,
  shop: Pick<Shop, 'providers'>,
  { id, due }: { readonly id: ReservationId; readonly due: Minor },
): Promise<WayBack> {
  if (due === ZERO) return NOTHING
  const payment = paidOnline(shop, await paymentsOfOrder(on, id), 'hasPaid').at(-1)
  const isSameCurrency = payment && (payment.received?.currency ?? payment.currency) === payment.currency
  if (!isSameCurrency) return { ...NOTHING, amount: due, returnedBy: 'ORGANISER' }
  const left = moneyLeft(payment)
  const amount = lesser(due, left)
  const stays = minus(left, amount)
  return amount === ZERO ? { ...NOTHING, stays } : { amount, returnedBy: 'PROVIDER', payment, stays }
}

type Leaving = { readonly pass: BoughtPass; readonly offers: Offers; readonly now: Instant }

/** Tickets of complete orders only: one that is just being paid is not changed under its payment. */
async function leavingTickets(on: Queryable, { pass, offers, now }: Leaving): Promise<LeavingTicket[]> {
  const leaving: LeavingTicket[] = []
  for (const [id, offer] of offers.events) {
    const reservation = await findReservation(on, id)
    if (!reservation || !has(reservation, 'isComplete')) continue
    const order = await completeOrder(on, offer, reservation)
    const covered = order.tickets.filter(({ coveredBy }) => coveredBy === pass.id)
    const facts = { ...releaseFacts(order, now), event: offer.context }
    leaving.push(...leaveWithPass(covered, facts).map(ticket => ({ ticket, order })))
  }
  return leaving
}
