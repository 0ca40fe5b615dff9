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
import type { WaitingSeats } from '#domain/order/waiting-list/waiting-list.ts'
import { letter } from '#server/mail/letter/compose.ts'

export type WaitingListJoined = MailContext & {
  readonly person: { readonly firstName: string; readonly name: string; readonly email: string }
  /** Null: any. */
  readonly category: string | null
  readonly seats: WaitingSeats
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

function chosenCategory({ category, seats }: WaitingListJoined, say: Say): readonly Fact[] {
  const { quantity, isFewerEnough } = seats
  const together = `foyer.mail.waiting-list.${isFewerEnough ? 'or-fewer' : 'together'}`
  return [
    ...(category === null ? [] : [fact(say('ticket.type'), category)]),
    ...(quantity === 1 ? [] : [fact(say('foyer.waiting.quantity'), say(together, quantity))]),
  ]
}

export type SeatOfferMail = MailContext &
  Leaving & {
    readonly person: { readonly firstName: string }
    /** By category; together the seats that are held. */
    readonly tickets: readonly { readonly name: string; readonly quantity: number }[]
    /** Until when the seat is held. */
    readonly expiry: Instant
    /** The page of the reservation. */
    readonly url: string
  }

/** To a person on the waiting list: a seat is held for them. */
export const composeSeatOffer = letter<SeatOfferMail>((facts, say) => {
  const { eventName, person, tickets, expiry, url } = facts
  const count = tickets.reduce((sum, { quantity }) => sum + quantity, 0)
  const isOne = count === 1
  return {
    subject: isOne
      ? say('email-waiting-queue-acquired.subject', eventName)
      : say('foyer.mail.offer.many.subject', count, eventName),
    title: say(isOne ? 'foyer.mail.offer.title' : 'foyer.mail.offer.many.title', person.firstName),
    blocks: [
      paragraph(
        isOne
          ? say('email-waiting-queue-acquired.text', eventName)
          : say('foyer.mail.offer.many.text', count, eventName),
      ),
      action(say(isOne ? 'foyer.mail.offer.take' : 'foyer.mail.offer.many.take'), url),
      paragraph(
        say(isOne ? 'email-waiting-queue-acquired.warning' : 'foyer.mail.offer.many.warning', momentFor(facts, expiry)),
      ),
      factList(
        ...tickets.map(({ name, quantity }) => fact(say('ticket.type'), isOne ? name : `${quantity} × ${name}`)),
        ...whenAndWhere(facts, say),
      ),
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
