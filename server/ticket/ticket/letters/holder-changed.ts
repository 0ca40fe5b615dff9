import type { Texts } from '#server/foundation/language/texts.ts'
import { sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import { type ComposedMail, fact } from '#server/mail/letter/letter.ts'
import { footer, type MailContext, paragraph, whenAndWhere } from '#server/mail/letter/mail-context.ts'

export type HolderChanged = MailContext & {
  readonly reader: 'former-holder' | 'organiser'
  /** The addresses it went from and to. */
  readonly from: string
  readonly to: string
  readonly category: string
  /** The page of the event: that of the ticket is no longer the reader's. */
  readonly url: string
}

/** To the former holder of the ticket, and to an organiser whose event has begun: it has gone to another person. */
export function composeHolderChanged(facts: HolderChanged, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, reader, from, to, category, url } = facts
  const isOrganiser = reader === 'organiser'
  const reason = say(isOrganiser ? 'foyer.mail.notification.why' : 'foyer.mail.passed-on.why')
  return composed({
    language: facts.language,
    subject: say('ticket-has-changed-owner-subject', eventName),
    eyebrow: eventName,
    title: say('foyer.mail.passed-on.title'),
    blocks: [
      paragraph(say('ticket-has-changed-owner.notice', eventName, from, to)),
      { kind: 'facts', facts: [fact(say('ticket.type'), category), ...whenAndWhere(facts, say)] },
      { kind: 'action', label: say('foyer.to-event'), url },
    ],
    footer: footer(facts, reason, say).slice(isOrganiser ? 1 : 0),
  })
}
