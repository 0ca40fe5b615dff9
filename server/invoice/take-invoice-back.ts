import { creditNoteOf } from '#domain/invoice/billing-document.ts'
import type { OrderNote } from '#server/audit/audit.ts'
import type { Shop } from '#server/context.ts'
import type { Tx } from '#server/database/database.ts'
import { giveBack } from '#server/order/discard.ts'
import { moveReservation } from '#server/order/move-reservation.ts'
import type { Order } from '#server/order/read-order.ts'
import { voidPassesOfOrders } from '#server/wallet/note-changes.ts'
import { dayIn } from './describe-invoice.ts'
import { nextNumber } from './next-number.ts'
import { type StoredDocument, findDocument, cancelPayment, storeDocument } from './store.ts'

export type TakenBack = {
  readonly number: string
  readonly documentId: string
  /** Which have more to sell now. */
  readonly events: readonly number[]
}

/**
 * Gives everything of an order back and issues the credit note for its invoice; undefined, and nothing done, without one.
 * The caller holds the reservation, has made sure that it may be credited, and tells the buyer. `causes` stand before it
 * in the trail.
 */
export async function takeInvoiceBack(
  tx: Tx,
  shop: Shop,
  order: Order,
  causes: readonly OrderNote[] = [],
): Promise<TakenBack | undefined> {
  const { reservation, offer } = order
  const now = shop.clock.now()
  const invoice = await findDocument(tx, reservation.id, 'INVOICE')
  if (!invoice) return undefined
  const events = await giveBack(tx, [reservation.id])
  await voidPassesOfOrders(tx, [reservation.id], now)
  const number = await creditNumber(tx, order, invoice)
  const document = creditNoteOf(invoice.document, { number, at: now, on: dayIn(offer.context.timeZone, now) })
  const documentId = await storeDocument(tx, reservation.id, { document, now })
  await moveReservation(tx, reservation, 'CREDIT_NOTE_ISSUED', {
    at: now,
    notes: [...causes, { type: 'CREDIT_NOTE_ISSUED', modifications: { document: documentId } }],
  })
  await cancelPayment(tx, reservation.id)
  return { number, documentId, events }
}

/** The invoice's own, unless the organiser counts credit notes for themselves (lifecycle C.2). */
async function creditNumber(tx: Tx, { offer }: Order, { document }: StoredDocument): Promise<string> {
  const { settings, context: event } = offer
  if (settings.flag('REUSE_INVOICE_NUMBER_FOR_CREDIT_NOTE') && document.number !== null) return document.number
  const pattern = settings.text('INVOICE_NUMBER_PATTERN')
  return nextNumber(tx, event.organization.id, { sequence: 'CREDIT_NOTE', pattern })
}
