import type { Instant } from '#domain/foundation/instant.ts'
import { isCancelled } from '#domain/catalog/catalog/event.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import { type Claim, lostOf } from '#domain/order/reservation/confirm.ts'
import type { Reservation, ReservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { ConfirmationRefusal } from '#domain/payment/pay/organiser-confirmation.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { isStillToBeMoved } from '#server/ticket/ticket/move-category.ts'
import { takePlaces } from '#server/catalog/attendee-group/attendee-groups.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { wherePayment } from '#server/foundation/database/status-sql.ts'
import { completeOrder, documentsOf, passClaimOf } from '#server/order/order/read-order.ts'
import { areUsesLeft } from '#server/order/order/code-uses.ts'
import type { LockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { lockReservation, ticketsOf } from '#server/order/order/reservations.ts'
import { storePassEnd, takePassOff } from '#server/order/order/take-pass-off.ts'
import { mailConfirmation } from '#server/payment/order-mails/mail-order.ts'

export type LostClaim = Exclude<Claim, 'price'>

type ClaimTerms = {
  readonly now: Instant
  /** When the pass has to be good: when the buyer has begun to pay. */
  readonly passValidAt: Instant
  readonly tickets?: readonly Ticket[]
  /** False where nothing is held yet, because the buyer only agrees elsewhere and confirms later. */
  readonly arePlacesTaken?: boolean
  /** The price stays, because an invoice names it: a pass that is lost is not taken off. */
  readonly isPriceKept?: boolean
}

/**
 * Does an order still have what it counts on (decision 58)? Asked under its lock at each move
 * into a payment and into FINALIZING: its event takes place, the ticket whose move it pays for is there, its code covers it, its pass pays for its tickets, and its holders have their places in groups, which are
 * taken here. Null when it does. A pass that pays no more is taken off, so that the order shows what it costs now; what an order has already
 * is not taken twice.
 */
export async function takeClaims(
  tx: Tx,
  { reservation, offer }: LockedOrder,
  { now, passValidAt, arePlacesTaken = true, isPriceKept = false, ...loaded }: ClaimTerms,
): Promise<LostClaim | null> {
  const { id, contextId } = reservation
  if (isCancelled(offer.context)) return 'event'
  if (reservation.changes && !(await isStillToBeMoved(tx, reservation.changes))) return 'change'
  if (reservation.isPassEndUnseen) return showPassEnd(tx, reservation)
  const tickets = loaded.tickets ?? (await ticketsOf(tx, id))
  const lost = lostOf({
    areUsesLeft: has(reservation, 'countsAsUse') || (await areUsesLeft(tx, reservation)),
    pass: await passClaimOf(tx, tickets, { eventId: contextId, orderId: id, validAt: passValidAt }),
  })
  if (lost === 'pass' && !isPriceKept)
    await takePassOff(tx, await completeOrder(tx, offer, reservation, { tickets }), now)
  if (lost !== null) return lost
  if (!arePlacesTaken || offer.groupLinks.length === 0) return null
  return (await takePlaces(tx, offer.groupLinks, tickets, { reservation, at: now })) ? null : 'places'
}

/** A pass has ended and was taken off: the buyer who pays, or has paid, reads it now, and not again. */
export async function showPassEnd(tx: Tx, { id }: Pick<Reservation, 'id'>): Promise<'pass'> {
  await storePassEnd(tx, id, { isUnseen: false })
  return 'pass'
}

/**
 * Why an order can't be confirmed whose transfer has arrived, by the same function as for any other payment; null when it can. An order
 * whose pass has ended waits for its new total, and its buyer is written to; one with an invoice stays as it is
 * (decision 69).
 */
export async function lostByTransfer(tx: Tx, shop: Shop, order: LockedOrder): Promise<ConfirmationRefusal | null> {
  const { reservation } = order
  const now = shop.clock.now()
  const { invoiceNumber } = await documentsOf(tx, reservation.id)
  const isPriceKept = invoiceNumber !== null
  const passValidAt = (await awaitedSince(tx, reservation.id)) ?? reservation.createdAt
  const lost = await takeClaims(tx, order, { now, passValidAt, isPriceKept })
  if (lost !== 'pass') return lost
  if (isPriceKept) return 'invoiced'
  await awaitNewTotal(tx, shop, order)
  return 'pass'
}

/** When the buyer chose to pay by transfer: that is when the pass had to be good. */
async function awaitedSince(tx: Tx, id: ReservationId): Promise<Instant | undefined> {
  const row = await tx.kysely
    .selectFrom('payment_transaction')
    .select('created_at')
    .where('reservation_id', '=', id)
    .where(wherePayment('isOpen'))
    .executeTakeFirst()
  return row?.created_at
}

async function awaitNewTotal(tx: Tx, shop: Shop, { reservation: { id }, offer }: LockedOrder): Promise<void> {
  const reservation = await lockReservation(tx, id)
  if (!reservation) throw new Error(`order ${id} is gone while it is held`)
  await storeAwaited(tx, id, reservation.price.total)
  const order = await completeOrder(tx, offer, reservation)
  await mailConfirmation(tx, shop, order, { language: reservation.language, isRequested: true })
}

async function storeAwaited(tx: Tx, id: ReservationId, amount: Minor): Promise<void> {
  await tx.kysely
    .updateTable('payment_transaction')
    .set({ amount })
    .where('reservation_id', '=', id)
    .where(wherePayment('isOpen'))
    .execute()
}
