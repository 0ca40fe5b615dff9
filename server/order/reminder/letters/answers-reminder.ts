import type { Texts } from '#server/foundation/language/texts.ts'
import { sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import { type ComposedMail, fact } from '#server/mail/letter/letter.ts'
import { footer, type MailContext, paragraph, whenAndWhere } from '#server/mail/letter/mail-context.ts'

export type AnswersReminder = MailContext & {
  readonly holder: { readonly firstName: string }
  /** In the language of the reader. */
  readonly questions: readonly string[]
  /** One of them has to be answered. */
  readonly isRequired: boolean
  /** The page on which the ticket can be changed. */
  readonly url: string
}

/** To the holder of a ticket: the organiser would like to know more. */
export function composeAnswersReminder(facts: AnswersReminder, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, holder, questions, isRequired, url } = facts
  return composed({
    language: facts.language,
    subject: say('reminder.ticket-additional-info.subject', eventName),
    eyebrow: eventName,
    title: say('foyer.mail.answers.title', holder.firstName),
    blocks: [
      paragraph(say('reminder.ticket-additional-info.text', eventName)),
      { kind: 'action', label: say('foyer.mail.answers.open'), url },
      { kind: 'facts', facts: [fact(say('foyer.mail.answers.asked'), ...questions), ...whenAndWhere(facts, say)] },
    ],
    footer: [
      ...(isRequired ? [] : [say('foyer.mail.answers.optional')]),
      ...footer(facts, say('foyer.mail.ticket.why'), say),
    ],
  })
}
