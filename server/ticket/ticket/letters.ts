import type { Say } from '#server/foundation/language/texts.ts'
import {
  type Block,
  type Fact,
  type MailContext,
  action,
  fact,
  factList,
  notice,
  paragraph,
  whenAndWhere,
} from '#server/mail/letter/letter.ts'
import { letter } from '#server/mail/letter/compose.ts'

export type TicketMail = MailContext & {
  readonly holder: { readonly firstName: string; readonly name: string }
  readonly category: string
  /** The public id, as on the ticket. */
  readonly publicId: string
  /** Where name and answers are changed. */
  readonly changeUrl: string
  readonly attendance:
    /** `url`: the ticket with its code. */
    | { readonly kind: 'in-person'; readonly url: string; readonly paymentDue: string | null }
    /** The waiting room of this ticket. */
    | { readonly kind: 'online'; readonly joinUrl: string }
}

/** To the holder. In person the PDF is attached, and the button opens the code; online the mail leads to where one joins. */
export const composeTicketMail = letter<TicketMail>((facts, say) => {
  const { eventName, holder, category, publicId, changeUrl } = facts
  return {
    subject: say('foyer.mail.ticket.subject', eventName),
    title: say('foyer.mail.ticket.title', holder.firstName),
    blocks: [
      ...attendance(facts, say),
      factList(
        fact(say('ticket.holder'), holder.name),
        fact(say('ticket.type'), category),
        ...whenAndWhere(facts, say),
        fact(say('ticket.reference-number'), publicId),
      ),
      { kind: 'links', links: [{ title: say('foyer.mail.ticket.change'), lines: [], url: changeUrl }] },
    ],
    why: say('foyer.mail.ticket.why'),
  }
})

function attendance({ attendance }: TicketMail, say: Say): readonly Block[] {
  if (attendance.kind === 'online') {
    return [paragraph(say('foyer.mail.ticket.online-join')), action(say('foyer.mail.ticket.join'), attendance.joinUrl)]
  }
  const { url, paymentDue } = attendance
  const due = paymentDue === null ? [] : [notice(say('foyer.mail.on-site'), fact(say('foyer.mail.amount'), paymentDue))]
  return [paragraph(say('foyer.mail.ticket.in-person')), ...due, action(say('foyer.mail.ticket.open'), url)]
}

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
export const composeHolderChanged = letter<HolderChanged>((facts, say) => {
  const { eventName, reader, from, to, category, url } = facts
  const isOrganiser = reader === 'organiser'
  return {
    subject: say('ticket-has-changed-owner-subject', eventName),
    title: say('foyer.mail.passed-on.title'),
    blocks: [
      paragraph(say('ticket-has-changed-owner.notice', eventName, from, to)),
      factList(fact(say('ticket.type'), category), ...whenAndWhere(facts, say)),
      action(say('foyer.to-event'), url),
    ],
    why: say(isOrganiser ? 'foyer.mail.notification.why' : 'foyer.mail.passed-on.why'),
    isForOrganiser: isOrganiser,
  }
})

export type TicketReleased = MailContext & {
  readonly holder: { readonly firstName: string; readonly name: string; readonly email: string }
  readonly category: string
  /** The public id it had. */
  readonly publicId: string
}

/** To the former holder of the ticket: it has been released. */
export const composeTicketReleased = letter<TicketReleased>((facts, say) => {
  const { eventName, holder } = facts
  return {
    subject: say('email-ticket-released.subject', eventName),
    title: say('foyer.mail.released.title', holder.firstName),
    blocks: [
      paragraph(say('email-ticket-released.text', eventName)),
      factList(...ticketFacts(facts, say), ...whenAndWhere(facts, say)),
    ],
    why: say('foyer.mail.released.why'),
  }
})

/** To the organiser, who may have to look after what else was ordered. */
export const composeReleaseNotification = letter<TicketReleased>((facts, say) => {
  const { eventName, holder, publicId } = facts
  return {
    subject: say('email-ticket-released.admin.subject', eventName),
    title: say('foyer.mail.released.notification.title', holder.name),
    blocks: [
      paragraph(say('email-ticket-released.admin.text', publicId, holder.name, eventName)),
      factList(...ticketFacts(facts, say)),
    ],
    why: say('foyer.mail.notification.why'),
    isForOrganiser: true,
  }
})

function ticketFacts({ holder, category, publicId }: TicketReleased, say: Say): readonly Fact[] {
  return [
    fact(say('ticket.holder'), holder.name, holder.email),
    fact(say('ticket.type'), category),
    fact(say('ticket.reference-number'), publicId),
  ]
}
