import type { Instant } from '#domain/foundation/instant.ts'
import { letter } from '#server/mail/letter/compose.ts'
import { type MailContext, action, factList, momentFor, paragraph, whenAndWhere } from '#server/mail/letter/letter.ts'

export type OrderPrepared = MailContext & {
  readonly buyer: { readonly firstName: string }
  /** What is to be paid, printed with its currency. */
  readonly amount: string
  readonly until: Instant
  /** The page of the order. */
  readonly url: string
}

/** To the buyer of an order that the organiser has prepared: how to complete it. */
export const composeOrderPrepared = letter<OrderPrepared>((facts, say) => {
  const { eventName, buyer, amount, until, url, organizer } = facts
  return {
    subject: say('foyer.mail.prepared.subject', eventName),
    title: say('foyer.mail.order.title', buyer.firstName),
    blocks: [
      paragraph(say('foyer.mail.prepared.text', organizer.name, amount, momentFor(facts, until))),
      action(say('foyer.mail.prepared.open'), url),
      factList(...whenAndWhere(facts, say)),
    ],
    why: say('foyer.mail.prepared.why', organizer.name),
  }
})
