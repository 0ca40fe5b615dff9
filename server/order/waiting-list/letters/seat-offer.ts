import type { Instant } from '#domain/foundation/instant.ts'
import type { Texts } from '#server/foundation/language/texts.ts'
import { momentText } from '#server/foundation/language/event-time.ts'
import { sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import { type ComposedMail, fact } from '#server/mail/letter/letter.ts'
import { type MailContext, paragraph, whenAndWhere } from '#server/mail/letter/mail-context.ts'
import { type Leaving, waitingListFooter } from './waiting-list-footer.ts'

export type SeatOfferMail = MailContext &
  Leaving & {
    readonly person: { readonly firstName: string }
    readonly category: string
    /** Until when the seat is held. */
    readonly expiry: Instant
    /** The page of the reservation. */
    readonly url: string
  }

/** To a person on the waiting list: a seat is held for them. */
export function composeSeatOffer(facts: SeatOfferMail, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, person, category, expiry, url, span, language } = facts
  return composed({
    language,
    subject: say('email-waiting-queue-acquired.subject', eventName),
    eyebrow: eventName,
    title: say('foyer.mail.offer.title', person.firstName),
    blocks: [
      paragraph(say('email-waiting-queue-acquired.text', eventName)),
      { kind: 'action', label: say('foyer.mail.offer.take'), url },
      paragraph(say('email-waiting-queue-acquired.warning', momentText(expiry, { timeZone: span.timeZone, language }))),
      { kind: 'facts', facts: [fact(say('ticket.type'), category), ...whenAndWhere(facts, say)] },
    ],
    footer: waitingListFooter(facts, say),
  })
}
