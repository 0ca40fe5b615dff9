import type { Texts } from '#server/foundation/language/texts.ts'
import { type Say, sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import { type ComposedMail, type Fact, fact } from '#server/mail/letter/letter.ts'
import { footer, type MailContext, paragraph, whenAndWhere } from '#server/mail/letter/mail-context.ts'

export type TicketReleased = MailContext & {
  readonly holder: { readonly firstName: string; readonly name: string; readonly email: string }
  readonly category: string
  /** The public id it had. */
  readonly publicId: string
}

/** To the former holder of the ticket: it has been released. */
export function composeTicketReleased(facts: TicketReleased, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, holder } = facts
  return composed({
    language: facts.language,
    subject: say('email-ticket-released.subject', eventName),
    eyebrow: eventName,
    title: say('foyer.mail.released.title', holder.firstName),
    blocks: [
      paragraph(say('email-ticket-released.text', eventName)),
      { kind: 'facts', facts: [...ticketFacts(facts, say), ...whenAndWhere(facts, say)] },
    ],
    footer: footer(facts, say('foyer.mail.released.why'), say),
  })
}

/** To the organiser, who may have to look after what else was ordered. */
export function composeReleaseNotification(facts: TicketReleased, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, holder, publicId } = facts
  return composed({
    language: facts.language,
    subject: say('email-ticket-released.admin.subject', eventName),
    eyebrow: eventName,
    title: say('foyer.mail.released.notification.title', holder.name),
    blocks: [
      paragraph(say('email-ticket-released.admin.text', publicId, holder.name, eventName)),
      { kind: 'facts', facts: ticketFacts(facts, say) },
    ],
    footer: footer(facts, say('foyer.mail.notification.why'), say).slice(1),
  })
}

function ticketFacts({ holder, category, publicId }: TicketReleased, say: Say): readonly Fact[] {
  return [
    fact(say('ticket.holder'), holder.name, holder.email),
    fact(say('ticket.type'), category),
    fact(say('ticket.reference-number'), publicId),
  ]
}
