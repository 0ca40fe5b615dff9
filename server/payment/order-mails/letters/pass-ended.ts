import { sayIn } from '#server/foundation/language/say.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import { composed } from '#server/mail/letter/compose.ts'
import type { ComposedMail } from '#server/mail/letter/letter.ts'
import { type MailContext, footer, paragraph } from '#server/mail/letter/mail-context.ts'

export type PassEnded = MailContext & {
  readonly owner: { readonly firstName: string }
  readonly buyer: { readonly name: string }
}

/** To the owner of a pass that another person has bought: the pass was cancelled and is no longer valid. */
export function composePassEnded(facts: PassEnded, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, owner, buyer, language } = facts
  return composed({
    language,
    subject: say('foyer.mail.pass-ended.subject', eventName),
    eyebrow: eventName,
    title: say('foyer.mail.pass-ended.title', owner.firstName),
    blocks: [
      paragraph(say('foyer.mail.pass-ended.text', eventName, buyer.name)),
      paragraph(say('foyer.mail.pass-ended.tickets')),
    ],
    footer: footer(facts, say('foyer.mail.pass.why'), say),
  })
}
