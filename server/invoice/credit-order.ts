import { creditNoteOf } from '#domain/invoice/billing-document.ts'
import type { ReservationId } from '#domain/reservation/reservation.ts'
import { canMove } from '#domain/reservation/transitions.ts'
import { afterwards } from '#server/afterwards.ts'
import { noteAudit } from '#server/audit/audit.ts'
import type { Shop } from '#server/context.ts'
import { type Tx, transaction } from '#server/database/database.ts'
import { giveBack } from '#server/reservation/discard.ts'
import { type Order, completeOrder } from '#server/reservation/read-order.ts'
import { lockReservationOfBooks } from '#server/reservation/reservations.ts'
import { saleOf } from '#server/reservation/sale-of.ts'
import { distributeSeatsOf } from '#server/waiting-list/distribute-seats.ts'
import { voidPassesOfOrders } from '#server/wallet/note-changes.ts'
import { dayIn } from './describe-invoice.ts'
import { mailCreditNote } from './mail-credit-note.ts'
import { nextNumber } from './next-number.ts'
import { type StoredDocument, findDocument, storeCredited, storeDocument } from './store.ts'

export type Credit =
  | { readonly kind: 'credited'; readonly number: string }
  /** No invoice, already credited, or somebody has been let in. */
  | { readonly kind: 'refused' }
  /** The reservation is of another organisation, or of none. */
  | { readonly kind: 'foreign' }

/**
 * The organiser cancels an order that has an invoice: its tickets are given back, the row stays, and a credit note takes
 * the invoice back (lifecycle A.3.12). Money that was paid is returned by whoever took it.
 */
export async function creditOrder(
  shop: Shop,
  id: ReservationId,
  { organizationId }: { organizationId: number },
): Promise<Credit> {
  const sale = await saleOf(shop, id)
  if (sale?.event.organization.id !== organizationId) return { kind: 'foreign' }
  const credit = await transaction(shop.db, async tx => {
    const reservation = await lockReservationOfBooks(tx, id)
    if (!reservation || !canMove(reservation.status, 'CREDIT_NOTE_ISSUED')) return undefined
    const order = await completeOrder(tx, sale, reservation)
    if (order.tickets.some(({ status }) => status === 'CHECKED_IN')) return undefined
    const credited = await takeInvoiceBack(tx, shop, order)
    if (credited) await mailCreditNote(tx, shop, order, reservation.language)
    return credited
  })
  if (!credit) return { kind: 'refused' }
  for (const event of credit.events) {
    shop.catalog.seatsChanged(event)
    await afterwards(shop, 'distributing seats', () => distributeSeatsOf(shop, event))
  }
  await shop.jobs.wake('deliver-mail')
  return { kind: 'credited', number: credit.number }
}

export type TakenBack = {
  readonly number: string
  readonly documentId: string
  /** Which have more to sell now. */
  readonly events: readonly number[]
}

/**
 * Gives everything of an order back and issues the credit note for its invoice; undefined, and nothing done, without one.
 * The caller holds the reservation, has made sure that it may be credited, and tells the buyer.
 */
export async function takeInvoiceBack(tx: Tx, shop: Shop, order: Order): Promise<TakenBack | undefined> {
  const { reservation, sale } = order
  const now = shop.clock.now()
  const invoice = await findDocument(tx, reservation.id, 'INVOICE')
  if (!invoice) return undefined
  const events = await giveBack(tx, [reservation.id])
  await voidPassesOfOrders(tx, [reservation.id], now)
  const number = await creditNumber(tx, order, invoice)
  const document = creditNoteOf(invoice.document, { number, at: now, on: dayIn(sale.event.timeZone, now) })
  const documentId = await storeDocument(tx, reservation.id, { document, now })
  await storeCredited(tx, reservation.id)
  await noteAudit(tx, { at: now, type: 'CREDIT_NOTE_ISSUED', reservation, modifications: { document: documentId } })
  return { number, documentId, events }
}

/** The invoice's own, unless the organiser counts credit notes for themselves (lifecycle C.2). */
async function creditNumber(tx: Tx, { sale }: Order, { document }: StoredDocument): Promise<string> {
  const { settings, event } = sale
  if (settings.flag('REUSE_INVOICE_NUMBER_FOR_CREDIT_NOTE') && document.number !== null) return document.number
  const pattern = settings.text('INVOICE_NUMBER_PATTERN')
  return nextNumber(tx, event.organization.id, { sequence: 'CREDIT_NOTE', pattern })
}
