import type { Texts } from '#server/foundation/language/texts.ts'
import { sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import type { ComposedMail } from '#server/mail/letter/letter.ts'
import { footer, isAboutPass, type MailContext, paragraph, whenAndWhere } from '#server/mail/letter/mail-context.ts'

export type OrderCredited = MailContext & {
  readonly buyer: { readonly firstName: string }
  readonly shortId: string
  readonly isCreditNoteAttached: boolean
}

/** To the contact: the organiser has cancelled the order and takes its invoice back. */
export function composeOrderCredited(facts: OrderCredited, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, shortId, buyer, isCreditNoteAttached } = facts
  return composed({
    language: facts.language,
    subject: say('foyer.mail.credited.subject', eventName, shortId),
    eyebrow: eventName,
    title: say('foyer.mail.credited.title', buyer.firstName),
    blocks: [
      paragraph(say(isAboutPass(facts) ? 'foyer.mail.pass.credited' : 'foyer.mail.credited.text', shortId)),
      ...(isCreditNoteAttached ? [paragraph(say('foyer.mail.credited.attached'))] : []),
      { kind: 'facts', facts: whenAndWhere(facts, say) },
    ],
    footer: footer(facts, say('foyer.mail.credited.why'), say),
  })
}
