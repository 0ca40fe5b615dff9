import type { Instant } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { composePaidAtDesk } from './letters.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { amountOf, mailContext, shortIdOf } from '#server/order/order/describe-order.ts'
import { orderUrl } from '#server/mail/letter/page-urls.ts'
import { type Order, completeOrder } from '#server/order/order/read-order.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { areDocumentsMailed } from '#server/foundation/setting/invoice-terms.ts'
import { issueBillingDocument } from './issue-document.ts'
import { type KeptDocument, restoreDocument, withdrawDocument } from './store.ts'

type PaidOrder = { readonly offer: OfferedEvent; readonly reservationId: ReservationId }

/**
 * Nothing of an order is due at the desk any more: its buyer gets the receipt, or the invoice marked as paid, once.
 * When a payment has been taken back and made again, the earlier document is valid again, and no mail goes out. The
 * caller holds the reservation.
 */
export async function documentDeskPayment(tx: Tx, shop: Shop, { offer, reservationId }: PaidOrder): Promise<void> {
  const reservation = await findReservation(tx, reservationId)
  if (!reservation) return
  if (await isPaidAgain(tx, { reservation, now: shop.clock.now() })) return
  const order = await completeOrder(tx, offer, reservation)
  await mailDocument(tx, shop, await issueBillingDocument(tx, shop, order))
}

type OfOrder = {
  readonly reservation: { readonly id: ReservationId; readonly contextId: number }
  readonly now: Instant
}

/** A payment at the desk did not happen: no document says that it did. The caller holds the reservation. */
export async function withdrawDeskDocument(tx: Tx, { reservation, now }: OfOrder): Promise<void> {
  const withdrawn = await withdrawDocument(tx, reservation.id)
  if (!withdrawn) return
  await note(tx, 'BILLING_DOCUMENT_INVALIDATED', { reservation, now, document: withdrawn })
  const unpaid = await restoreDocument(tx, reservation.id, 'on-site')
  if (unpaid) await note(tx, 'BILLING_DOCUMENT_RESTORED', { reservation, now, document: unpaid })
}

async function isPaidAgain(tx: Tx, { reservation, now }: OfOrder): Promise<boolean> {
  const document = await restoreDocument(tx, reservation.id, 'paid')
  if (document) await note(tx, 'BILLING_DOCUMENT_RESTORED', { reservation, now, document })
  return document !== undefined
}

type Noted = OfOrder & { readonly document: KeptDocument }

async function note(
  tx: Tx,
  type: 'BILLING_DOCUMENT_INVALIDATED' | 'BILLING_DOCUMENT_RESTORED',
  { reservation, now, document }: Noted,
): Promise<void> {
  const modifications = { document: document.id, kind: document.type }
  await noteAudit(tx, { at: now, type, reservation, modifications })
}

/** An Italian e-invoice reaches the buyer another way (lifecycle K). */
async function mailDocument(tx: Tx, shop: Shop, order: Order): Promise<void> {
  const { offer, reservation } = order
  const { documentId, invoiceNumber } = order.documents
  if (documentId === null || !areDocumentsMailed(offer.settings)) return
  const facts = {
    ...mailContext(order, reservation.language),
    buyer: reservation.contact,
    shortId: shortIdOf(order),
    amount: amountOf(reservation),
    document: invoiceNumber === null ? ('receipt' as const) : ('invoice' as const),
    url: orderUrl(shop, order),
  }
  const attachments = [{ kind: 'billing-pdf' as const, eventId: offer.context.id, documentId }]
  const envelope = { offer, reservation, recipient: reservation.contact.email, attachments }
  await sendLetter(tx, shop, envelope, texts => composePaidAtDesk(facts, texts))
}
