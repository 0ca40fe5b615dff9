import { type MailContext, fact, factList, isAboutPass, paragraph, whenAndWhere } from '#server/mail/letter/letter.ts'
import { letter } from '#server/mail/letter/compose.ts'

export type OrderChanged = MailContext & {
  readonly buyer: { readonly firstName: string }
  readonly shortId: string
  /** The tickets that are cancelled, a line each; null: the whole order is. */
  readonly tickets: readonly string[] | null
  /** What goes back, printed with its currency; null where nothing does. */
  readonly amount: string | null
  readonly isCreditNoteAttached: boolean
}

/** To the contact: the organiser has cancelled the order, or some of its tickets. */
export const composeOrderChanged = letter<OrderChanged>((facts, say) => {
  const { eventName, buyer, shortId, tickets, amount, isCreditNoteAttached } = facts
  const part = tickets === null ? 'cancelled' : 'tickets'
  return {
    subject: say(`foyer.mail.changed.${part}.subject`, eventName, shortId),
    title: say(tickets === null ? 'foyer.mail.credited.title' : 'foyer.mail.changed.tickets.title', buyer.firstName),
    blocks: [
      paragraph(say(textOf(facts), shortId)),
      ...(amount === null ? [] : [paragraph(say('foyer.mail.changed.money', amount))]),
      ...(isCreditNoteAttached ? [paragraph(say('foyer.mail.credited.attached'))] : []),
      factList(
        ...(tickets === null ? [] : [fact(say('foyer.mail.changed.tickets'), ...tickets)]),
        ...whenAndWhere(facts, say),
      ),
    ],
    why: say('foyer.mail.order.why'),
  }
})

function textOf(facts: OrderChanged): string {
  if (facts.tickets !== null) return 'foyer.mail.changed.tickets.text'
  return isAboutPass(facts) ? 'foyer.mail.pass.credited' : 'foyer.mail.credited.text'
}

type Buyer = {
  readonly kind: 'buyer'
  readonly shortId: string
  /** What goes back by its provider, and what the organiser pays back by hand; printed with currency, null for nothing. */
  readonly amount: string | null
  readonly byHand: string | null
}

export type EventCancelledMail = MailContext & {
  /** In the organiser's words; empty for nothing. */
  readonly text: string
  readonly reader: Buyer | { readonly kind: 'holder' } | { readonly kind: 'waiting' }
  readonly isCreditNoteAttached: boolean
}

/** To a buyer, to another holder of a ticket, or to a person on the waiting list: the event does not take place. */
export const composeEventCancelled = letter<EventCancelledMail>((facts, say) => {
  const { eventName, text, reader, organizer, isCreditNoteAttached } = facts
  const money =
    reader.kind === 'buyer'
      ? [
          ...(reader.amount === null ? [] : [paragraph(say('foyer.mail.changed.money', reader.amount))]),
          ...(reader.byHand === null
            ? []
            : [paragraph(say('foyer.mail.event-cancelled.by-hand', reader.byHand, organizer.name, organizer.email))]),
        ]
      : []
  return {
    subject: say('foyer.mail.event-cancelled.subject', eventName),
    title: say('foyer.mail.event-cancelled.title', eventName),
    blocks: [
      ...text
        .split(/\s*\n\s*\n\s*/)
        .map(part => part.trim())
        .filter(part => part !== '')
        .map(paragraph),
      paragraph(say(`foyer.mail.event-cancelled.${reader.kind}`, reader.kind === 'buyer' ? reader.shortId : eventName)),
      ...money,
      ...(isCreditNoteAttached ? [paragraph(say('foyer.mail.credited.attached'))] : []),
      factList(...whenAndWhere(facts, say)),
    ],
    why: say(reader.kind === 'waiting' ? 'foyer.mail.event-cancelled.waiting.why' : 'foyer.mail.event-cancelled.why'),
  }
})
