import type { Texts } from '#server/foundation/language/texts.ts'
import { type Say, sayIn } from '#server/foundation/language/say.ts'
import { composed } from '#server/mail/letter/compose.ts'
import { type ComposedMail, type Fact, fact } from '#server/mail/letter/letter.ts'
import { footer, type MailContext, paragraph, whenAndWhere } from '#server/mail/letter/mail-context.ts'
import { type Leaving, waitingListFooter } from './letters/waiting-list-footer.ts'

export type WaitingListJoined = MailContext & {
  readonly person: { readonly firstName: string; readonly name: string; readonly email: string }
  /** Null: any. */
  readonly category: string | null
}

/** To a person who has joined the waiting list. */
export function composeWaitingListJoined(facts: WaitingListJoined & Leaving, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, person } = facts
  return composed({
    language: facts.language,
    subject: say('email-waiting-queue.subscribed.subject', eventName),
    eyebrow: eventName,
    title: say('foyer.mail.waiting-list.title', person.firstName),
    blocks: [
      paragraph(say('email-waiting-queue.subscribed.text', eventName)),
      paragraph(say('foyer.mail.waiting-list.how')),
      { kind: 'facts', facts: [...wanted(facts, say), ...whenAndWhere(facts, say)] },
    ],
    footer: waitingListFooter(facts, say),
  })
}

/** To the organiser: a person has joined the waiting list. */
export function composeWaitingListNotification(facts: WaitingListJoined, texts: Pick<Texts, 'text'>): ComposedMail {
  const say = sayIn(texts, facts.language)
  const { eventName, person } = facts
  return composed({
    language: facts.language,
    subject: say('email-waiting-queue.subscribed.admin.subject', eventName),
    eyebrow: eventName,
    title: say('foyer.mail.waiting-list.notification.title', person.name),
    blocks: [
      paragraph(say('email-waiting-queue.subscribed.admin.text', person.name, eventName)),
      {
        kind: 'facts',
        facts: [
          fact(say('foyer.mail.waiting-list.notification.person'), person.name, person.email),
          ...wanted(facts, say),
          ...whenAndWhere(facts, say),
        ],
      },
    ],
    footer: footer(facts, say('foyer.mail.notification.why'), say).slice(1),
  })
}

function wanted({ category }: WaitingListJoined, say: Say): readonly Fact[] {
  return category === null ? [] : [fact(say('ticket.type'), category)]
}
