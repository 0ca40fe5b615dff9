import { sayIn } from '#server/foundation/language/say.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import { composed } from '#server/mail/letter/compose.ts'
import type { ComposedMail } from '#server/mail/letter/letter.ts'
import { type MailContext, footer, paragraph } from '#server/mail/letter/mail-context.ts'
import { type PassToTell, passBlocks } from '#server/order/order/letters/pass-block.ts'

export type PassExtended = MailContext &
  Pick<PassToTell, 'valid' | 'maxEntries' | 'url'> & {
    readonly owner: { readonly firstName: string }
  }

/** To the owner of a pass: it is good for longer, or for more. What uses it they have already. */
export function composePassExtended(facts: PassExtended, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, owner, valid, maxEntries, url, span, language } = facts
  return composed({
    language,
    subject: say('foyer.mail.pass-extended.subject', eventName),
    eyebrow: eventName,
    title: say('foyer.mail.pass-extended.title', owner.firstName),
    blocks: [
      paragraph(say('foyer.mail.pass-extended.text', eventName)),
      ...passBlocks({ codes: null, valid, maxEntries, url }, { timeZone: span.timeZone, language }, say),
    ],
    footer: footer(facts, say('foyer.mail.pass.why'), say),
  })
}
