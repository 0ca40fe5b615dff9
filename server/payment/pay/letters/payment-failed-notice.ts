import type { Texts } from '#server/foundation/language/texts.ts'
import { sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import { type ComposedMail, fact } from '#server/mail/letter/letter.ts'
import { footer, type MailContext, paragraph } from '#server/mail/letter/mail-context.ts'

export type PaymentFailedNotice = MailContext & {
  readonly buyer: { readonly firstName: string; readonly lastName: string }
  readonly shortId: string
  readonly reservationId: string
  /** By whose name, such as STRIPE. */
  readonly provider: string | null
  /** A sentence, or the key of one; null where there is nothing that helps. */
  readonly reason: string | null
  /** False: the time is over, and the seats are free. */
  readonly isHeld: boolean
}

/** To the organiser: a buyer could not pay (lifecycle A.3.9). */
export function composePaymentFailedNotice(facts: PaymentFailedNotice, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, buyer, shortId, provider, reason, isHeld, reservationId } = facts
  return composed({
    language: facts.language,
    subject: say('foyer.mail.payment-failed.notice.subject', eventName, shortId),
    eyebrow: eventName,
    title: say('foyer.mail.payment-failed.notice.title'),
    blocks: [
      paragraph(say(`foyer.mail.payment-failed.notice.${isHeld ? 'held' : 'gone'}`)),
      {
        kind: 'facts',
        facts: [
          fact(say('foyer.mail.notification.buyer'), `${buyer.firstName} ${buyer.lastName}`),
          ...(provider === null ? [] : [fact(say('foyer.mail.notification.payment'), provider)]),
          ...(reason === null ? [] : [fact(say('foyer.mail.payment-failed.reason'), say(reason))]),
          fact(say('foyer.mail.notification.reservation'), reservationId),
        ],
      },
    ],
    footer: footer(facts, say('foyer.mail.notification.why'), say).slice(1),
  })
}
