import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { composeTransferExpired } from './letters/transfer-expired.ts'
import { eachRow, untilNothingIsDue } from '#server/foundation/jobs/rows.ts'
import { takeInvoiceBack } from '#server/order/invoice/take-invoice-back.ts'
import { mailContext, shortIdOf } from '#server/order/order/describe-order.ts'
import { discardReservations } from '#server/order/order/release-held.ts'
import { overdueFacts } from '#server/order/order/overdue-order.ts'
import { type Order, completeOrder } from '#server/order/order/read-order.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { areDocumentsMailed } from '#server/foundation/setting/invoice-terms.ts'
import { flagEverywhere } from '#server/foundation/setting/settings.ts'
import { contextUrl } from '#server/mail/letter/page-urls.ts'
import { type OverdueOrder, overdueOrders, takeOverdue } from './transfer-store.ts'

const JOB = 'expire-transfers'

/**
 * Releases the tickets of overdue transfers where the organiser wants it (AUTOMATIC_REMOVAL_EXPIRED_OFFLINE_PAYMENT):
 * ten minutes after the deadline it mails the buyer and deletes the order (lifecycle A.3.11). It credits an order with
 * an invoice instead, so that no number is missing from the books (lifecycle C.2). Returns how many orders it ended.
 */
export async function expireTransfers(shop: Shop): Promise<number> {
  // Where transfers may be late, they stay overdue for years, so the job skips them.
  const removed = await flagEverywhere(shop.db, 'AUTOMATIC_REMOVAL_EXPIRED_OFFLINE_PAYMENT')
  let last: OverdueOrder | undefined
  const expired = await untilNothingIsDue(shop, JOB, async () => {
    const due = await overdueOrders(shop.db, { removed, now: shop.clock.now(), job: JOB, after: last })
    last = due.at(-1)
    const done = await eachRow(shop, due, { job: JOB, nameOf, work: orders => expireAll(shop, orders) })
    return { found: due.length, done }
  })
  if (expired === 0) return 0
  await shop.jobs.wake('deliver-mail')
  // Visitors may be waiting for these seats.
  await shop.jobs.wake('distribute-seats')
  return expired
}

const nameOf = ({ id }: OverdueOrder) => ({ kind: 'reservation' as const, id })

async function expireAll(shop: Shop, orders: readonly OverdueOrder[]): Promise<number> {
  let expired = 0
  for (const { id, eventId } of orders) {
    const offer = await shop.catalog.offerOf(eventId)
    if (!(await transaction(shop.db, tx => expire(tx, shop, offer, id)))) continue
    shop.catalog.stockChanged(eventId)
    shop.log.transfersExpired([id])
    expired += 1
  }
  return expired
}

async function expire(tx: Tx, shop: Shop, offer: OfferedContext, id: ReservationId): Promise<boolean> {
  const now = shop.clock.now()
  const reservation = (await takeOverdue(tx, id, now)) ? await findReservation(tx, id) : undefined
  if (!reservation) return false
  const order = await completeOrder(tx, offer, reservation)
  const cause = { type: 'CANCEL_RESERVATION_EXPIRED' } as const
  const credited = await takeInvoiceBack(tx, shop, order, [cause])
  await mailExpired(tx, shop, order, credited?.documentId)
  if (!credited) await discardReservations(tx, [id], { at: now, ...cause, modifications: overdueFacts(order) })
  return true
}

/** An Italian credit note reaches the buyer another way (lifecycle K). */
async function mailExpired(tx: Tx, shop: Shop, order: Order, creditNoteId: string | undefined): Promise<void> {
  const { reservation, offer } = order
  const { context: event, settings } = offer
  const { language, contact } = reservation
  const documentId = areDocumentsMailed(settings) ? creditNoteId : undefined
  const facts = {
    ...mailContext(order, language),
    buyer: contact,
    shortId: shortIdOf(order),
    isCredited: documentId !== undefined,
    url: contextUrl(shop, offer, language),
  }
  const attachments = documentId === undefined ? [] : [{ kind: 'billing-pdf' as const, eventId: event.id, documentId }]
  // Who has an invoice needs to know that it was taken back, whether the event is over or not.
  const envelope = {
    offer,
    reservation,
    recipient: contact.email,
    attachments,
    outlivesEvent: creditNoteId !== undefined,
  }
  await sendLetter(tx, shop, envelope, texts => composeTransferExpired(facts, texts))
}
