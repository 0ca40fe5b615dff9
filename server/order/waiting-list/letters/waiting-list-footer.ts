import type { Say } from '#server/foundation/language/say.ts'
import type { FooterLine } from '#server/mail/letter/letter.ts'
import { type MailContext, footer } from '#server/mail/letter/mail-context.ts'

/** Where the reader leaves the waiting list. */
export type Leaving = { readonly leaveUrl: string }

/** Says why the mail came, and how to get no more (RFC 8058 wants a visible way beside the header). */
export function waitingListFooter(facts: MailContext & Leaving, say: Say): readonly FooterLine[] {
  return [
    ...footer(facts, say('foyer.mail.waiting-list.why'), say),
    { label: say('foyer.mail.waiting-list.leave'), url: facts.leaveUrl },
  ]
}
