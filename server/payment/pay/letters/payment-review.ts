import type { Instant } from '#domain/foundation/instant.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import { momentText } from '#server/foundation/language/event-time.ts'
import { type Say, sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import { type ComposedMail, type Fact, fact } from '#server/mail/letter/letter.ts'
import { REVIEW_NAMES, type ReviewTopic } from '../online/review-names.ts'
import { footer, isAboutPass, type MailContext, paragraph } from '#server/mail/letter/mail-context.ts'

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
export function composePaymentReview(facts: PaymentReview, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, topic, shortId } = facts
  const name = REVIEW_NAMES[topic]
  const title = say(`foyer.review.${name}.title`)
  return composed({
    language: facts.language,
    subject: say('foyer.review.subject', eventName, title, shortId),
    eyebrow: eventName,
    title,
    blocks: [
      paragraph(say(`foyer.review.${name}.text`)),
      {
        kind: 'facts',
        facts: [fact(say('foyer.review.remedy'), say(`foyer.review.${name}.remedy`)), ...reviewFacts(facts, say)],
      },
    ],
    footer: footer(
      facts,
      say(isAboutPass(facts) ? 'foyer.mail.pass.notification.why' : 'foyer.mail.notification.why'),
      say,
    ).slice(1),
  })
}

function reviewFacts(
  { amount, detail, dueBy, reservationId, span, language }: PaymentReview,
  say: Say,
): readonly Fact[] {
  return [
    fact(say('foyer.mail.amount'), amount),
    ...(dueBy === null
      ? []
      : [fact(say('foyer.review.due-by'), momentText(dueBy, { timeZone: span.timeZone, language }))]),
    ...(detail === null ? [] : [fact(say('foyer.review.detail'), detail)]),
    fact(say('foyer.mail.notification.reservation'), reservationId),
  ]
}
