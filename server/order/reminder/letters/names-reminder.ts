import type { Texts } from '#server/foundation/language/texts.ts'
import { sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import { type ComposedMail, fact } from '#server/mail/letter/letter.ts'
import { footer, type MailContext, paragraph, whenAndWhere } from '#server/mail/letter/mail-context.ts'

export type NamesReminder = MailContext & {
  readonly buyer: { readonly firstName: string }
  /** How many tickets of the order have no holder yet, and how many there are. */
  readonly tickets: { readonly unnamed: number; readonly all: number }
  /** The page of the order. */
  readonly url: string
}

/** To the contact: some tickets have no holder yet. */
export function composeNamesReminder(facts: NamesReminder, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, buyer, tickets, url } = facts
  const unnamed = fact(say('foyer.mail.names.missing'), say('foyer.mail.names.count', tickets.unnamed, tickets.all))
  return composed({
    language: facts.language,
    subject: say('reminder.ticket-not-assigned.subject', eventName),
    eyebrow: eventName,
    title: say('foyer.mail.names.title', buyer.firstName),
    blocks: [
      paragraph(say('reminder.ticket-not-assigned.text', eventName)),
      { kind: 'action', label: say('foyer.mail.names.open'), url },
      { kind: 'facts', facts: [unnamed, ...whenAndWhere(facts, say)] },
    ],
    footer: footer(facts, say('foyer.mail.order.why'), say),
  })
}
