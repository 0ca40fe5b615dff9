import { type Minor, ZERO, printedWithCurrency } from '#domain/foundation/money/money.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { holderOf } from '#domain/ticket/ticket/ticket.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { areDocumentsMailed } from '#server/foundation/setting/invoice-terms.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { mailContext, shortIdOf } from '#server/order/order/describe-order.ts'
import type { Order } from '#server/order/order/read-order.ts'
import type { ChangedOrder } from './change-order.ts'
import { composeEventCancelled } from './letters.ts'

/** What the mails about a cancelled event say beside their facts. */
export type EventCancelled = {
  /** Of the organiser, to everyone; empty for nothing. */
  readonly text: string
  /** What the organiser pays back by hand to this buyer. */
  readonly byHand?: Minor
}

type CancelledOrder = {
  /** As it was. */
  readonly order: Order
  readonly changed: ChangedOrder
  /** What goes back by its provider. */
  readonly amount: Minor
  readonly cancellation: EventCancelled
}

/**
 * Mails the buyer that the event is cancelled and what becomes of the money, with the credit note where documents are
 * mailed; and once each other address that has a ticket of the order.
 */
export async function mailEventCancelled(
  tx: Tx,
  shop: Shop,
  { order, changed, amount, cancellation }: CancelledOrder,
): Promise<void> {
  const { reservation, offer, tickets } = order
  const { contact, language } = reservation
  const code = reservation.currency ?? NO_CURRENCY
  const { text, byHand = ZERO } = cancellation
  const sum = (money: Minor) => (money === ZERO ? null : printedWithCurrency(money, code))
  const documentId = areDocumentsMailed(offer.settings) ? changed.creditNote?.documentId : undefined
  const facts = {
    ...mailContext(order, language),
    text,
    reader: { kind: 'buyer', shortId: shortIdOf(order), amount: sum(amount), byHand: sum(byHand) } as const,
    isCreditNoteAttached: documentId !== undefined,
  }
  const attachments =
    documentId === undefined ? [] : [{ kind: 'billing-pdf' as const, eventId: offer.context.id, documentId }]
  const envelope = { offer, reservation, outlivesEvent: true }
  await sendLetter(tx, shop, { ...envelope, recipient: contact.email, attachments }, texts =>
    composeEventCancelled(facts, texts),
  )
  const holders = new Map(
    tickets.flatMap(ticket => {
      const holder = holderOf(ticket)
      return holder ? [[holder.email.toLowerCase(), { holder, language: ticket.language ?? language }] as const] : []
    }),
  )
  holders.delete(contact.email.toLowerCase())
  for (const each of holders.values()) {
    const ofHolder = { ...mailContext(order, each.language), text, reader: { kind: 'holder' } as const }
    await sendLetter(tx, shop, { ...envelope, recipient: each.holder.email }, texts =>
      composeEventCancelled({ ...ofHolder, isCreditNoteAttached: false }, texts),
    )
  }
}

type WaitingPerson = { readonly email: string; readonly language: string }

/** Mails a person on the waiting list that there is nothing to wait for any more. */
export async function mailWaitingCancelled(
  tx: Tx,
  shop: Shop,
  offer: OfferedEvent,
  { email, language, text }: WaitingPerson & Pick<EventCancelled, 'text'>,
): Promise<void> {
  const facts = {
    ...mailContext({ offer }, language),
    text,
    reader: { kind: 'waiting' } as const,
    isCreditNoteAttached: false,
  }
  await sendLetter(tx, shop, { offer, recipient: email }, texts => composeEventCancelled(facts, texts))
}
