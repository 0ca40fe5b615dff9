import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { printedWithCurrency } from '#domain/foundation/money/money.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { mailPassEnded } from '#server/payment/order-mails/mail-pass-ended.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { mailContext, shortIdOf } from '#server/order/order/describe-order.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { areDocumentsMailed } from '#server/foundation/setting/invoice-terms.ts'
import { composeWithdrawalNotice, composeWithdrawalReceipt } from './letters.ts'
import type { StoredWithdrawal } from './store.ts'

type WithdrawalMail = {
  /** As it was. */
  readonly order: Order
  readonly made: StoredWithdrawal
  readonly creditNoteId: string | null
}

/**
 * The receipt goes to the address of the statement, and to that of the order where it is another one, so that no pass
 * is cancelled unnoticed. The owner of the pass, where they are another person, and the organiser get mails too; the
 * organiser's states what is left to do. The credit note goes to the buyer's address only.
 */
export async function mailWithdrawal(tx: Tx, shop: Shop, { order, made, creditNoteId }: WithdrawalMail): Promise<void> {
  const { offer, reservation } = order
  const { language, contact } = reservation
  const code = reservation.currency ?? NO_CURRENCY
  const facts = (of: string, isCreditNoteAttached: boolean) => ({
    ...mailContext(order, of),
    ...made,
    shortId: shortIdOf(order),
    amount: printedWithCurrency(made.amount, code),
    isCreditNoteAttached,
  })
  const recipients = contact.email.toLowerCase() === made.by.email.toLowerCase() ? [] : [made.by.email]
  for (const recipient of [contact.email, ...recipients]) {
    const documentId = recipient === contact.email && areDocumentsMailed(offer.settings) ? creditNoteId : null
    const attachments =
      documentId === null ? [] : [{ kind: 'billing-pdf' as const, eventId: offer.context.id, documentId }]
    await sendLetter(tx, shop, { offer, reservation, recipient, attachments, outlivesEvent: true }, texts =>
      composeWithdrawalReceipt(facts(language, documentId !== null), texts),
    )
  }
  await mailPassEnded(tx, shop, order)
  const ofOrganiser = offer.context.languages[0]
  const envelope = { offer, reservation, recipient: offer.context.organization.email, outlivesEvent: true }
  await sendLetter(tx, shop, envelope, texts => composeWithdrawalNotice(facts(ofOrganiser, false), texts))
}
