import { isCancelled } from '#domain/catalog/catalog/event.ts'
import type { Category } from '#domain/catalog/catalog/category.ts'
import { BY_ORGANISER } from '#domain/catalog/payment-method/payment-method.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { type Minor, ZERO, lesser, printed } from '#domain/foundation/money/money.ts'
import { creditOfReduction } from '#domain/order/invoice/credit.ts'
import { holdUntil } from '#domain/order/reservation/hold.ts'
import { has } from '#domain/order/reservation/states.ts'
import { type DifferenceWay, decideChange } from '#domain/ticket/ticket/category-change.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { billOf } from '#server/order/invoice/issue-document.ts'
import { creditNoted } from '#server/order/invoice/take-invoice-back.ts'
import type { LockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { priceAsTaxed, statusesOf, storePrices } from '#server/order/order/prices.ts'
import { type Order, completeOrder, isEventOrder } from '#server/order/order/read-order.ts'
import { lockHeld } from '#server/order/order/release-held.ts'
import { lockReservation } from '#server/order/order/reservations.ts'
import { holdParts } from '#server/order/stock/hold-order.ts'
import { limitWaiting, newReservationId } from '#server/order/stock/hold-seats.ts'
import { confirmElsewhereWithin } from '#server/payment/pay/finalize.ts'
import { lockPaymentsOfOrder, moneyLeft, paidOnline } from '#server/payment/pay/online/paid-money.ts'
import { type ChangedOrder, UNCHANGED } from '#server/payment/refund/change-order.ts'
import { refundWithin } from '#server/payment/refund/refund-order.ts'
import { moveToFreeSeat, noteMoved } from '#server/ticket/ticket/move-category.ts'
import { isChangePending, storePaying, storeSource } from './change-store.ts'
import { mailChangeOffered } from './mail-offered.ts'
import { planDifference, priceMove } from './price-move.ts'

export type CategoryChange = {
  /** The public id of the ticket. */
  readonly ticketId: string
  readonly categoryId: number
  readonly way: DifferenceWay | null
  /** With LINK: until when the buyer can pay. */
  readonly until: Instant | null
  readonly by: string
  /** By which the caller names the request. */
  readonly requestId: string
}

export type CategoryRefusal =
  | 'status'
  | 'event'
  | 'ticket'
  | 'category'
  | 'checked-in'
  | 'pass'
  | 'pending'
  | 'sold-out'
  | 'no-token'
  | 'dearer'
  | 'cheaper'
  | 'past'
  | 'after-event'

export type CategoryChanged =
  | { readonly kind: 'done'; readonly changed: ChangedOrder }
  /** It is of that category. */
  | { readonly kind: 'same' }
  | { readonly kind: 'refused'; readonly reason: CategoryRefusal; readonly args?: readonly string[] }

const refused = (reason: CategoryRefusal, ...args: readonly string[]): CategoryChanged => ({
  kind: 'refused',
  reason,
  args,
})

/**
 * Moves a ticket of a locked order to another category (decision 110), or begins the order that pays for it first. A category
 * that is hidden or not on sale is allowed: a member decides. What can't be held is thrown, for `answerOf` of hold-order.ts.
 */
export async function changeCategory(
  tx: Tx,
  shop: Shop,
  { reservation, offer }: LockedOrder,
  change: CategoryChange,
): Promise<CategoryChanged> {
  await limitWaiting(tx)
  if (!has(reservation, 'isComplete')) return refused('status')
  if (isCancelled(offer.context)) return refused('event')
  await lockHeld(tx, [reservation.id])
  const order = await completeOrder(tx, offer, reservation)
  const ticket = order.tickets.find(({ publicId }) => publicId === change.ticketId)
  if (!ticket || !isEventOrder(order)) return refused('ticket')
  if (ticket.categoryId === change.categoryId) return { kind: 'same' }
  const from = categoryOf(order, ticket.categoryId)
  const to = categoryOf(order, change.categoryId)
  if (!from || !to) return refused('category')
  if (!ticketHas(ticket, 'canCheckIn')) return refused('checked-in')
  if (ticket.coveredBy !== null) return refused('pass')
  if (await isChangePending(tx, ticket)) return refused('pending')
  return settle(tx, shop, { order, ticket, from, to, change })
}

const categoryOf = ({ offer }: Order<OfferedEvent>, id: number): Category | undefined =>
  offer.categories.find(category => category.id === id)

type Moving = {
  readonly order: Order<OfferedEvent>
  readonly ticket: Ticket
  readonly from: Category
  readonly to: Category
  readonly change: CategoryChange
}

async function settle(tx: Tx, shop: Shop, moving: Moving): Promise<CategoryChanged> {
  const { order, ticket, to, change } = moving
  const { after, difference, lowered } = priceMove(order, ticket, to)
  switch (decideChange(difference, change.way)) {
    case 'no-way':
      return difference > ZERO
        ? refused('dearer', sumIn(order, planDifference(order.offer, to, difference).price.total))
        : refused('cheaper', sumIn(order, lowered))
    case 'move':
      return move(tx, shop, moving)
    case 'refund': {
      const moved = await move(tx, shop, moving, lowered)
      if (moved.kind !== 'done') return moved
      const creditNote = await lower(tx, shop, moving, after)
      await returnMoney(tx, shop, moving, lowered)
      return { kind: 'done', changed: { ...moved.changed, creditNote } }
    }
    case 'pay':
      return beginPaying(tx, shop, moving, difference)
  }
}

const sumIn = ({ reservation, offer }: Order<OfferedEvent>, amount: Minor): string => {
  const code = reservation.currency ?? offer.context.currency ?? NO_CURRENCY
  return `${code} ${printed(amount, code)}`
}

async function move(
  tx: Tx,
  shop: Shop,
  { order, ticket, from, to, change }: Moving,
  lowered: Minor = ZERO,
): Promise<CategoryChanged> {
  const { offer, reservation } = order
  const moved = await moveToFreeSeat(tx, { ticket, from, to }, offer.context.id)
  if (typeof moved === 'string') return refused(moved)
  await noteMoved(tx, shop, { ticket, to: to.id, reservation, offer, by: change.by, lowered })
  const { isOfferChanged } = moved
  return { kind: 'done', changed: { ...UNCHANGED, events: [offer.context.id], isOfferChanged } }
}

/** The order costs less from now on, and its invoice is credited by the difference. */
async function lower(tx: Tx, shop: Shop, { order, ticket }: Moving, after: Order) {
  const moved = after.tickets.find(({ id }) => id === ticket.id)
  if (moved) await storeSource(tx, moved)
  await storePrices(tx, after, priceAsTaxed(after), statusesOf(after))
  const before = billOf(order)
  const reduction = { before, after: billOf(after), removed: { ...before, lines: [] } }
  return creditNoted(tx, shop, order, (rest, name) => creditOfReduction(rest, reduction, name))
}

/** Money that a provider took goes back by it, as far as it is there; the organiser returns any other. */
async function returnMoney(tx: Tx, shop: Shop, { order, change }: Moving, lowered: Minor): Promise<void> {
  const { reservation, offer } = order
  const { id } = reservation
  const payment = paidOnline(shop, await lockPaymentsOfOrder(tx, id), 'hasPaid').at(-1)
  const amount = payment ? lesser(lowered, moneyLeft(payment)) : ZERO
  if (!payment || amount === ZERO) return
  const { by, requestId } = change
  const form = { what: 'AMOUNT' as const, money: true, amount: printed(amount, payment.currency), requestId }
  const done = await refundWithin(tx, { shop, id, offer, by, form })
  if (done.kind !== 'done') throw new Error(`the difference of order ${id} can't go back: ${done.kind}`)
}

/** Holds the seat by an order of its own for the difference, which is the buyer's to pay, or has been paid to the organiser. */
async function beginPaying(tx: Tx, shop: Shop, moving: Moving, difference: Minor): Promise<CategoryChanged> {
  const { order, ticket, from, to, change } = moving
  const { offer, reservation } = order
  const { context: event, settings } = offer
  const now = shop.clock.now()
  const isLink = change.way === 'LINK'
  const until = isLink ? change.until : holdUntil(now, settings.number('RESERVATION_TIMEOUT'))
  if (until === null || until <= now) return refused('past')
  if (until > event.endsAt) return refused('after-event')
  const id = newReservationId()
  const plan = planDifference(offer, to, difference)
  const { language } = reservation
  await holdParts(tx, { ...plan, id, event, language, now, validity: until, visit: null }, { locking: 'wait' })
  await storePaying(tx, id, { ticket, until })
  const amount = String(plan.price.total)
  const modifications = { from: from.name, to: to.name, amount, ...(isLink && { until }) }
  const entry = { at: now, type: 'CATEGORY_CHANGE_OFFERED', reservation, ticket, by: change.by, modifications } as const
  await noteAudit(tx, entry)
  if (isLink) {
    await mailChangeOffered(tx, shop, { order, id, from, to, amount: sumIn(order, plan.price.total), until })
  } else {
    await confirmReceived(tx, shop, offer, id)
  }
  return { kind: 'done', changed: { ...UNCHANGED, events: [event.id] } }
}

async function confirmReceived(tx: Tx, shop: Shop, offer: OfferedEvent, id: Order['reservation']['id']): Promise<void> {
  const paying = await lockReservation(tx, id)
  if (!paying) throw new Error(`order ${id} was made a moment ago`)
  const statement = { provider: BY_ORGANISER, reference: null, notes: null }
  const recipients = { isBuyerWrittenTo: false, areHoldersWrittenTo: false }
  const confirmed = await confirmElsewhereWithin(tx, shop, { reservation: paying, offer }, { statement, recipients })
  if (confirmed !== 'confirmed') throw new Error(`order ${id} was made a moment ago, and has lost its ${confirmed}`)
}
