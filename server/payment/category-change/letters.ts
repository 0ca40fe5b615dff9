import type { Instant } from '#domain/foundation/instant.ts'
import {
  type MailContext,
  action,
  fact,
  factList,
  momentFor,
  paragraph,
  whenAndWhere,
} from '#server/mail/letter/letter.ts'
import { letter } from '#server/mail/letter/compose.ts'

export type ChangeOffered = MailContext & {
  readonly buyer: { readonly firstName: string }
  /** The names of the categories. */
  readonly from: string
  readonly to: string
  /** What is to be paid, printed with its currency. */
  readonly amount: string
  readonly until: Instant
  /** The page of the order that pays for it. */
  readonly url: string
}

/** To the contact: the ticket can move to a dearer category, once the difference is paid. */
export const composeChangeOffered = letter<ChangeOffered>((facts, say) => {
  const { eventName, buyer, from, to, amount, until, url } = facts
  return {
    subject: say('foyer.mail.change-offered.subject', eventName, to),
    title: say('foyer.mail.order.title', buyer.firstName),
    blocks: [
      paragraph(say('foyer.mail.change-offered.text', from, to, amount, momentFor(facts, until))),
      action(say('foyer.mail.change-offered.pay', amount), url),
      paragraph(say('foyer.mail.change-offered.until-then')),
      factList(fact(say('ticket.type'), to), ...whenAndWhere(facts, say)),
    ],
    why: say('foyer.mail.order.why'),
  }
})
