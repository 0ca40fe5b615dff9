import type { Instant } from '#domain/foundation/instant.ts'
import type { Say } from '#server/foundation/language/texts.ts'
import {
  type Fact,
  type MailContext,
  fact,
  factList,
  momentFor,
  paragraph,
  whyNotified,
} from '#server/mail/letter/letter.ts'
import { letter } from '#server/mail/letter/compose.ts'
import { REVIEW_NAMES, type ReviewTopic } from '#domain/payment/pay/review.ts'

export type PaymentReview = MailContext & {
  readonly topic: ReviewTopic
  readonly shortId: string
  readonly reservationId: string
  /** Printed with its currency. */
  readonly amount: string
  /** What the provider says; null where it says nothing. */
  readonly detail: string | null
  /** By when it has to be answered; null where nothing is to be answered. */
  readonly dueBy: Instant | null
}

/** To the organiser: a payment needs a person, or needs none any more. */
export const composePaymentReview = letter<PaymentReview>((facts, say) => {
  const { eventName, topic, shortId } = facts
  const name = REVIEW_NAMES[topic]
  const title = say(`foyer.review.${name}.title`)
  return {
    subject: say('foyer.review.subject', eventName, title, shortId),
    title,
    blocks: [
      paragraph(say(`foyer.review.${name}.text`)),
      factList(fact(say('foyer.review.remedy'), say(`foyer.review.${name}.remedy`)), ...reviewFacts(facts, say)),
    ],
    why: whyNotified(facts, say),
    isForOrganiser: true,
  }
})

function reviewFacts(facts: PaymentReview, say: Say): readonly Fact[] {
  const { amount, detail, dueBy, reservationId } = facts
  return [
    fact(say('foyer.mail.amount'), amount),
    ...(dueBy === null ? [] : [fact(say('foyer.review.due-by'), momentFor(facts, dueBy))]),
    ...(detail === null ? [] : [fact(say('foyer.review.detail'), detail)]),
    fact(say('foyer.mail.notification.reservation'), reservationId),
  ]
}
