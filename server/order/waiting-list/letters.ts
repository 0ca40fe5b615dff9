import type { Say } from '#server/foundation/language/texts.ts'
import {
  type Fact,
  type MailContext,
  action,
  fact,
  factList,
  momentFor,
  paragraph,
  whenAndWhere,
} from '#server/mail/letter/letter.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { letter } from '#server/mail/letter/compose.ts'

export type WaitingListJoined = MailContext & {
  readonly person: { readonly firstName: string; readonly name: string; readonly email: string }
  /** Null: any. */
  readonly category: string | null
}

/** To a person who has joined the waiting list. */
export const composeWaitingListJoined = letter<WaitingListJoined & Leaving>((facts, say) => {
  const { eventName, person } = facts
  return {
    subject: say('email-waiting-queue.subscribed.subject', eventName),
    title: say('foyer.mail.waiting-list.title', person.firstName),
    blocks: [
      paragraph(say('email-waiting-queue.subscribed.text', eventName)),
      paragraph(say('foyer.mail.waiting-list.how')),
      factList(...chosenCategory(facts, say), ...whenAndWhere(facts, say)),
    ],
    ...inSmallPrint(facts, say),
  }
})

/** To the organiser: a person has joined the waiting list. */
export const composeWaitingListNotification = letter<WaitingListJoined>((facts, say) => {
  const { eventName, person } = facts
  return {
    subject: say('email-waiting-queue.subscribed.admin.subject', eventName),
    title: say('foyer.mail.waiting-list.notification.title', person.name),
    blocks: [
      paragraph(say('email-waiting-queue.subscribed.admin.text', person.name, eventName)),
      factList(
        fact(say('foyer.mail.waiting-list.notification.person'), person.name, person.email),
        ...chosenCategory(facts, say),
        ...whenAndWhere(facts, say),
      ),
    ],
    why: say('foyer.mail.notification.why'),
    isForOrganiser: true,
  }
})

function chosenCategory({ category }: WaitingListJoined, say: Say): readonly Fact[] {
  return category === null ? [] : [fact(say('ticket.type'), category)]
}

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
export const composeSeatOffer = letter<SeatOfferMail>((facts, say) => {
  const { eventName, person, category, expiry, url } = facts
  return {
    subject: say('email-waiting-queue-acquired.subject', eventName),
    title: say('foyer.mail.offer.title', person.firstName),
    blocks: [
      paragraph(say('email-waiting-queue-acquired.text', eventName)),
      action(say('foyer.mail.offer.take'), url),
      paragraph(say('email-waiting-queue-acquired.warning', momentFor(facts, expiry))),
      factList(fact(say('ticket.type'), category), ...whenAndWhere(facts, say)),
    ],
    ...inSmallPrint(facts, say),
  }
})

/** Where the reader leaves the waiting list. */
export type Leaving = { readonly leaveUrl: string }

/** Why the mail came, and how to get no more (RFC 8058 wants a visible way beside the header). */
const inSmallPrint = ({ leaveUrl: url }: Leaving, say: Say) => ({
  why: say('foyer.mail.waiting-list.why'),
  after: [{ label: say('foyer.mail.waiting-list.leave'), url }],
})
