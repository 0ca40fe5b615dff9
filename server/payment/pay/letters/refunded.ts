import { type MailContext, fact, factList, paragraph } from '#server/mail/letter/letter.ts'
import { letter } from '#server/mail/letter/compose.ts'

export type Refunded = MailContext & {
  readonly buyer: { readonly firstName: string }
  readonly shortId: string
  /** Printed with its currency. */
  readonly amount: string
  /** Whose money it was: the order's, or that of no order: it came too late or twice, or the order had changed. */
  readonly of: 'order' | 'not-taken' | 'changed'
  /** Why an order that had changed could not take it, by the code of a text. */
  readonly why: string | null
  readonly isCreditNoteAttached: boolean
}

/** To the contact: money is on its way back. */
export const composeRefunded = letter<Refunded>(
  ({ eventName, buyer, shortId, amount, of, why, isCreditNoteAttached }, say) => ({
    subject: say('foyer.mail.refunded.subject', eventName, shortId),
    title: say('foyer.mail.refunded.title', buyer.firstName),
    blocks: [
      paragraph(say(`foyer.mail.refunded.${of}`, amount, shortId)),
      ...(why === null ? [] : [paragraph(say(why))]),
      paragraph(say('foyer.mail.refunded.when')),
      ...(isCreditNoteAttached ? [paragraph(say('foyer.mail.credited.attached'))] : []),
      factList(fact(say('foyer.mail.amount'), amount)),
    ],
    why: say('foyer.mail.order.why'),
  }),
)
