import type { Instant } from '#domain/foundation/instant.ts'
import {
  type MailContext,
  action,
  fact,
  factList,
  isAboutPass,
  momentFor,
  paragraph,
} from '#server/mail/letter/letter.ts'
import { letter } from '#server/mail/letter/compose.ts'

export type PaymentFailed = MailContext & {
  readonly buyer: { readonly firstName: string }
  readonly shortId: string
  /** A sentence, or the key of one; null where there is nothing that helps. */
  readonly reason: string | null
  /** Until when the buyer may try again; null: the time is over, and the seats are free. */
  readonly heldUntil: Instant | null
  /** The page of the order, or of the event once the order is gone. */
  readonly url: string
}

/** To the contact: the payment has failed, with time left or none (lifecycle A.3.9). */
export const composePaymentFailed = letter<PaymentFailed>((facts, say) => {
  const { eventName, buyer, shortId, reason, heldUntil, url } = facts
  const until = heldUntil === null ? null : momentFor(facts, heldUntil)
  const why = reason === null ? [] : [fact(say('foyer.mail.payment-failed.reason'), say(reason))]
  const pageOfSale = isAboutPass(facts) ? 'foyer.mail.pass.open' : 'foyer.mail.expired.event'
  return {
    subject: say('email-transaction-failed.subject', eventName),
    title: say('foyer.mail.payment-failed.title', buyer.firstName),
    blocks: [
      paragraph(say('foyer.mail.payment-failed.text', shortId)),
      ...(why.length > 0 ? [factList(...why)] : []),
      paragraph(
        until === null ? say('email-transaction-failed.cancelled') : say('email-transaction-failed.retry', until),
      ),
      action(say(until === null ? pageOfSale : 'foyer.mail.order.open'), url),
    ],
    why: say('foyer.mail.order.why'),
  }
})
