import type { Texts } from '#server/foundation/language/texts.ts'
import { sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import { type ComposedMail, fact } from '#server/mail/letter/letter.ts'
import { footer, type MailContext, paragraph } from '#server/mail/letter/mail-context.ts'

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
export function composePaidAtDesk(facts: PaidAtDesk, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, buyer, shortId, amount, document, url } = facts
  return composed({
    language: facts.language,
    subject: say('foyer.mail.paid.subject', eventName, shortId),
    eyebrow: eventName,
    title: say('foyer.mail.order.title', buyer.firstName),
    blocks: [
      paragraph(say(`foyer.mail.paid.${document}`, shortId)),
      { kind: 'facts', facts: [fact(say('foyer.mail.amount'), amount)] },
      { kind: 'action', label: say('foyer.mail.order.open'), url },
    ],
    footer: footer(facts, say('foyer.mail.order.why'), say),
  })
}
