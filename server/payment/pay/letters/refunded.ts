import type { Texts } from '#server/foundation/language/texts.ts'
import { sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import { type ComposedMail, fact } from '#server/mail/letter/letter.ts'
import { footer, type MailContext, paragraph } from '#server/mail/letter/mail-context.ts'

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
export function composeRefunded(facts: Refunded, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, buyer, shortId, amount, of, why, isCreditNoteAttached } = facts
  return composed({
    language: facts.language,
    subject: say('foyer.mail.refunded.subject', eventName, shortId),
    eyebrow: eventName,
    title: say('foyer.mail.refunded.title', buyer.firstName),
    blocks: [
      paragraph(say(`foyer.mail.refunded.${of}`, amount, shortId)),
      ...(why === null ? [] : [paragraph(say(why))]),
      paragraph(say('foyer.mail.refunded.when')),
      ...(isCreditNoteAttached ? [paragraph(say('foyer.mail.credited.attached'))] : []),
      { kind: 'facts', facts: [fact(say('foyer.mail.amount'), amount)] },
    ],
    footer: footer(facts, say('foyer.mail.order.why'), say),
  })
}
