import { type Principal, may } from '#domain/access/principal/principal.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { canMove } from '#domain/order/reservation/states.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import { afterwards } from '#server/foundation/base/event-log.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { mailPassEnded } from '#server/payment/order-mails/mail-pass-ended.ts'
import { mailCreditNote } from '#server/order/invoice/mail-credit-note.ts'
import { takeInvoiceBack } from '#server/order/invoice/take-invoice-back.ts'
import { completeOrder } from '#server/order/order/read-order.ts'
import { lockReservationOfBooks } from '#server/order/order/reservations.ts'
import { ownerOf, offerOfReservation } from '#server/order/order/offer-of-reservation.ts'
import { takeOffPassesOf } from '#server/order/order/take-pass-off.ts'
import { distributeSeatsOf } from '#server/order/waiting-list/distribute-seats.ts'

export type Credit =
  | { readonly kind: 'credited'; readonly number: string }
  /** No invoice, already credited, or an attendee has been let in. */
  | { readonly kind: 'refused' }
  /** The reservation is of another organisation, or of none. */
  | { readonly kind: 'foreign' }

/**
 * The organiser cancels an order that has an invoice: its tickets are released, the row stays, and a credit note
 * cancels the invoice (lifecycle A.3.12). The party that took the money returns it.
 */
export async function creditOrder(shop: Shop, id: ReservationId, by: Principal): Promise<Credit> {
  const offer = await offerOfReservation(shop, id)
  if (!offer || !may(by, 'manage-orders', ownerOf(offer))) return { kind: 'foreign' }
  const credit = await transaction(shop.db, async tx => {
    const reservation = await lockReservationOfBooks(tx, id)
    if (!reservation || !canMove(reservation.status, 'CREDIT_NOTE_ISSUED')) return undefined
    const order = await completeOrder(tx, offer, reservation)
    if (order.tickets.some(ticket => ticketHas(ticket, 'isCheckedIn'))) return undefined
    const credited = await takeInvoiceBack(tx, shop, order)
    if (!credited) return undefined
    await mailCreditNote(tx, shop, order, reservation.language)
    await mailPassEnded(tx, shop, order)
    return credited
  })
  if (!credit) return { kind: 'refused' }
  for (const event of credit.events) {
    shop.catalog.stockChanged(event)
    await afterwards(shop, 'distributing seats', () => distributeSeatsOf(shop, event))
  }
  await takeOffPassesOf(shop, id)
  await shop.jobs.wake('deliver-mail')
  return { kind: 'credited', number: credit.number }
}
