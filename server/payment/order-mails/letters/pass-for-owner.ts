import { sayIn } from '#server/foundation/language/say.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import { composed } from '#server/mail/letter/compose.ts'
import type { ComposedMail } from '#server/mail/letter/letter.ts'
import { footer, type MailContext, paragraph } from '#server/mail/letter/mail-context.ts'
import { type PassToTell, passBlocks } from '#server/order/order/letters/pass-block.ts'

export type PassForOwner = MailContext & {
  readonly owner: { readonly firstName: string }
  readonly buyer: { readonly name: string }
  readonly pass: PassToTell
}

/** To the person a pass was bought for: the pass is theirs, and this link or code uses it. */
export function composePassForOwner(facts: PassForOwner, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, owner, buyer, pass, span, language } = facts
  return composed({
    language,
    subject: say('foyer.mail.pass.subject', eventName),
    eyebrow: eventName,
    title: say('foyer.mail.pass.title', owner.firstName),
    blocks: [
      paragraph(say('foyer.mail.pass.from', buyer.name, eventName)),
      ...passBlocks(pass, { timeZone: span.timeZone, language }, say),
    ],
    footer: footer(facts, say('foyer.mail.pass.why'), say),
  })
}
