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
