import { type Minor, ZERO, printedWithCurrency } from '#domain/foundation/money/money.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { type Ticket, fullName, holderOf } from '#domain/ticket/ticket/ticket.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { mailPassEnded } from '#server/payment/order-mails/mail-pass-ended.ts'
import { mailCreditNote } from '#server/order/invoice/mail-credit-note.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { categoryNameOf } from '#server/order/order/order-rows.ts'
import { mailContext, shortIdOf } from '#server/order/order/describe-order.ts'
import { type Order, isEventOrder } from '#server/order/order/read-order.ts'
import { areDocumentsMailed } from '#server/foundation/setting/invoice-terms.ts'
import { mailHolderReleased } from '#server/ticket/ticket/mails.ts'
import type { ChangedOrder } from './change-order.ts'
import { composeOrderChanged } from './letters.ts'

export type ChangedOrderMail = {
  /** As it was. */
  readonly order: Order
  /** What was taken out of it; null: the whole order is cancelled. */
  readonly removed: readonly Ticket[] | null
  readonly changed: ChangedOrder
  readonly amount: Minor
  readonly areHoldersNotified: boolean
}

/**
 * Mails the buyer that an order, or some of its tickets, are cancelled, with the credit note where documents are
 * mailed; and the holders where the organiser wants it; and the owner of a pass. When the money is on its way, another
 * letter says so.
 */
export async function mailChanged(tx: Tx, shop: Shop, mail: ChangedOrderMail): Promise<void> {
  const { order, removed, changed, areHoldersNotified } = mail
  const { language } = order.reservation
  if (removed === null && changed.creditNote) await mailCreditNote(tx, shop, order, language)
  else await mailBuyer(tx, shop, mail)
  if (removed === null) await mailPassEnded(tx, shop, order)
  if (!areHoldersNotified || !isEventOrder(order)) return
  for (const ticket of removed ?? order.tickets) await mailHolderReleased(tx, shop, { ticket, order })
}

async function mailBuyer(tx: Tx, shop: Shop, { order, removed, changed, amount }: ChangedOrderMail): Promise<void> {
  const { reservation, offer } = order
  const documentId = areDocumentsMailed(offer.settings) ? changed.creditNote?.documentId : undefined
  const code = reservation.currency ?? NO_CURRENCY
  const facts = {
    ...mailContext(order, reservation.language),
    buyer: reservation.contact,
    shortId: shortIdOf(order),
    tickets: removed && removed.map(ticket => nameOf(order, ticket)),
    amount: amount === ZERO ? null : printedWithCurrency(amount, code),
    isCreditNoteAttached: documentId !== undefined,
  }
  const attachments =
    documentId === undefined ? [] : [{ kind: 'billing-pdf' as const, eventId: offer.context.id, documentId }]
  const envelope = { offer, reservation, recipient: reservation.contact.email, attachments, outlivesEvent: true }
  await sendLetter(tx, shop, envelope, texts => composeOrderChanged(facts, texts))
}

function nameOf({ offer }: Order, ticket: Ticket): string {
  const holder = holderOf(ticket)
  const category = categoryNameOf(offer, ticket)
  return holder ? `${category}: ${fullName(holder)}` : category
}
