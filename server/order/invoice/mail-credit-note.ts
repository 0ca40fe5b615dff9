import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { mailContext, shortIdOf } from '#server/order/order/describe-order.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { areDocumentsMailed } from '#server/foundation/setting/invoice-terms.ts'
import { composeOrderCredited } from './letters.ts'
import { findDocument } from './store.ts'

/**
 * Mails the buyer that the order has been credited, with the credit note where documents are mailed. Sent after the
 * event too: the books of the buyer want it (lifecycle D).
 */
export async function mailCreditNote(tx: Tx, shop: Shop, order: Order, language: string): Promise<void> {
  const { reservation, offer } = order
  const creditNote = areDocumentsMailed(offer.settings)
    ? await findDocument(tx, reservation.id, 'CREDIT_NOTE')
    : undefined
  const facts = {
    ...mailContext(order, language),
    buyer: reservation.contact,
    shortId: shortIdOf(order),
    isCreditNoteAttached: creditNote !== undefined,
  }
  const attachments = creditNote
    ? [{ kind: 'billing-pdf' as const, eventId: offer.context.id, documentId: creditNote.id }]
    : []
  const envelope = { offer, reservation, recipient: reservation.contact.email, attachments, outlivesEvent: true }
  await sendLetter(tx, shop, envelope, texts => composeOrderCredited(facts, texts))
}
