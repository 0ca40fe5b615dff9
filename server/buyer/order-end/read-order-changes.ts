import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { trailOf } from '#server/foundation/audit/audit.ts'
import { ownDocuments } from '#server/order/invoice/document-file.ts'
import { offerOfReservation } from '#server/order/order/offer-of-reservation.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { type PaidPayment, paymentsOfOrder } from '#server/payment/pay/online/paid-money.ts'

/** What was taken from an order that goes on. */
export type ChangedOrder = {
  readonly offer: OfferedContext
  /** By the organiser; a holder who releases a ticket knows it. */
  readonly cancelledTickets: number
  readonly payments: readonly PaidPayment[]
  readonly creditNotes: Awaited<ReturnType<typeof ownDocuments>>
}

/** Undefined for an order that is not complete, that never existed, and whose people have been erased. */
export async function readOrderChanges(shop: Shop, id: ReservationId): Promise<ChangedOrder | undefined> {
  const offer = await offerOfReservation(shop, id)
  const reservation = offer && (await findReservation(shop.db, id))
  if (!reservation || !has(reservation, 'isComplete')) return undefined
  const trail = await trailOf(shop.db, id)
  const documents = await ownDocuments(shop, { id, offer })
  return {
    offer,
    cancelledTickets: trail.filter(({ type, by }) => type === 'CANCEL_TICKET' && by !== null).length,
    payments: (await paymentsOfOrder(shop.db, id)).filter(({ refunds }) => refunds.length > 0),
    creditNotes: documents.filter(({ document }) => document.type === 'CREDIT_NOTE'),
  }
}
