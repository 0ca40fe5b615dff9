import {
  type MailContext,
  action,
  fact,
  factList,
  isAboutPass,
  paragraph,
  whenAndWhere,
} from '#server/mail/letter/letter.ts'
import { letter } from '#server/mail/letter/compose.ts'

export type PaidAtDesk = MailContext & {
  readonly buyer: { readonly firstName: string }
  readonly shortId: string
  /** Printed with its currency. */
  readonly amount: string
  /** What is attached. */
  readonly document: 'receipt' | 'invoice'
  /** The page of the order. */
  readonly url: string
}

/** To the contact: nothing of the order is due any more. */
export const composePaidAtDesk = letter<PaidAtDesk>(({ eventName, buyer, shortId, amount, document, url }, say) => ({
  subject: say('foyer.mail.paid.subject', eventName, shortId),
  title: say('foyer.mail.order.title', buyer.firstName),
  blocks: [
    paragraph(say(`foyer.mail.paid.${document}`, shortId)),
    factList(fact(say('foyer.mail.amount'), amount)),
    action(say('foyer.mail.order.open'), url),
  ],
  why: say('foyer.mail.order.why'),
}))

export type OrderCredited = MailContext & {
  readonly buyer: { readonly firstName: string }
  readonly shortId: string
  readonly isCreditNoteAttached: boolean
}

/** To the contact: the organiser has cancelled the order and takes its invoice back. */
export const composeOrderCredited = letter<OrderCredited>((facts, say) => {
  const { eventName, shortId, buyer, isCreditNoteAttached } = facts
  return {
    subject: say('foyer.mail.credited.subject', eventName, shortId),
    title: say('foyer.mail.credited.title', buyer.firstName),
    blocks: [
      paragraph(say(isAboutPass(facts) ? 'foyer.mail.pass.credited' : 'foyer.mail.credited.text', shortId)),
      ...(isCreditNoteAttached ? [paragraph(say('foyer.mail.credited.attached'))] : []),
      factList(...whenAndWhere(facts, say)),
    ],
    why: say('foyer.mail.credited.why'),
  }
})
