import { type MailContext, paragraph } from '#server/mail/letter/letter.ts'
import { type PassSummary, passBlocks } from '#server/order/order/letters.ts'
import { letter } from '#server/mail/letter/compose.ts'

export type PassExtended = MailContext &
  Pick<PassSummary, 'valid' | 'maxEntries' | 'url'> & {
    readonly owner: { readonly firstName: string }
  }

/** To the owner of a pass: it is good for longer, or for more. What uses it they have already. */
export const composePassExtended = letter<PassExtended>((facts, say) => ({
  subject: say('foyer.mail.pass-extended.subject', facts.eventName),
  title: say('foyer.mail.pass-extended.title', facts.owner.firstName),
  blocks: [
    paragraph(say('foyer.mail.pass-extended.text', facts.eventName)),
    ...passBlocks({ ...facts, codes: null }, facts, say),
  ],
  why: say('foyer.mail.pass.why'),
}))
