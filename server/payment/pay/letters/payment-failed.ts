import type { Instant } from '#domain/foundation/instant.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import { momentText } from '#server/foundation/language/event-time.ts'
import { sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import { type ComposedMail, fact } from '#server/mail/letter/letter.ts'
import { footer, isAboutPass, type MailContext, paragraph } from '#server/mail/letter/mail-context.ts'

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
export function composePaymentFailed(facts: PaymentFailed, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, buyer, shortId, reason, heldUntil, url, span, language } = facts
  const until = heldUntil === null ? null : momentText(heldUntil, { timeZone: span.timeZone, language })
  const why = reason === null ? [] : [fact(say('foyer.mail.payment-failed.reason'), say(reason))]
  const pageOfSale = isAboutPass(facts) ? 'foyer.mail.pass.open' : 'foyer.mail.expired.event'
  return composed({
    language,
    subject: say('email-transaction-failed.subject', eventName),
    eyebrow: eventName,
    title: say('foyer.mail.payment-failed.title', buyer.firstName),
    blocks: [
      paragraph(say('foyer.mail.payment-failed.text', shortId)),
      ...(why.length > 0 ? [{ kind: 'facts' as const, facts: why }] : []),
      paragraph(
        until === null ? say('email-transaction-failed.cancelled') : say('email-transaction-failed.retry', until),
      ),
      {
        kind: 'action',
        label: say(until === null ? pageOfSale : 'foyer.mail.order.open'),
        url,
      },
    ],
    footer: footer(facts, say('foyer.mail.order.why'), say),
  })
}
