import type { Say } from '#server/foundation/language/texts.ts'
import {
  type Block,
  type Fact,
  type MailContext,
  action,
  buttons,
  fact,
  factList,
  momentFor,
  notice,
  paragraph,
  picture,
  whenAndWhere,
} from '#server/mail/letter/letter.ts'
import { letter } from '#server/mail/letter/compose.ts'
import { type Visit, accessText } from '#server/documents/pdf/ticket-pdf.ts'
import { TICKET_CODE_ID } from '#server/mail/letter/message.ts'

export type TicketMail = MailContext & {
  readonly holder: { readonly firstName: string; readonly name: string }
  readonly category: string
  /** The public id, as on the ticket. */
  readonly publicId: string
  readonly attendance:
    /** `url`: the ticket with its code. */
    | {
        readonly kind: 'in-person'
        readonly url: string
        readonly paymentDue: string | null
        /** Where the ticket goes into wallets; those that are set up. */
        readonly wallets: readonly { readonly wallet: 'apple' | 'google'; readonly url: string }[]
        readonly visit: Visit
      }
    /** The waiting room of this ticket, and its page. */
    | { readonly kind: 'online'; readonly joinUrl: string; readonly url: string }
  /** The forms of calendars of the web; the file for all others is attached. */
  readonly calendars: readonly { readonly name: string; readonly url: string }[]
}

/**
 * To the holder. In person the mail shows the code and has the PDF with it, and the button opens the ticket's page; online
 * it leads to where one joins. It leads to no form: the ticket's page does.
 */
export const composeTicketMail = letter<TicketMail>((facts, say) => {
  const { eventName, holder, category, publicId } = facts
  return {
    subject: say('foyer.mail.ticket.subject', eventName),
    title: say('foyer.mail.ticket.title', holder.firstName),
    blocks: [
      ...attendance(facts, say),
      factList(
        fact(say('ticket.holder'), holder.name),
        fact(say('ticket.type'), category),
        ...whenAndWhere(facts, say),
        ...visitFacts(facts, say),
        fact(say('ticket.reference-number'), publicId),
      ),
    ],
    why: say('foyer.mail.ticket.why'),
  }
})

/** The way there, the doors, what to bring, what the place has, and whether another person can go. */
function visitFacts(mail: TicketMail, say: Say): readonly Fact[] {
  if (mail.attendance.kind === 'online') return []
  const { visit } = mail.attendance
  const access = accessText(visit, say)
  return [
    fact(say('foyer.ticket-pdf.way'), visit.eventUrl),
    ...(visit.doors === null ? [] : [fact(say('foyer.facts.doors'), momentFor(mail, visit.doors))]),
    ...(visit.bring === '' ? [] : [fact(say('foyer.facts.bring'), ...linesOf(visit.bring))]),
    ...(access === '' ? [] : [fact(say('foyer.facts.accessibility'), ...linesOf(access))]),
    fact(say('foyer.facts.passing-on'), say(`foyer.facts.passing-on.${visit.isTransferable ? 'yes' : 'no'}`)),
  ]
}

const linesOf = (text: string): readonly string[] => text.split(/\s*\r?\n\s*/).filter(line => line !== '')

/** Pixels; as its page shows it on a small phone. */
const CODE_SIDE = 200

function attendance({ attendance, calendars }: TicketMail, say: Say): readonly Block[] {
  const ways = calendars.map(({ name, url }) => ({ label: say('foyer.mail.ticket.calendar', name), url }))
  if (attendance.kind === 'online') {
    return [
      paragraph(say('foyer.mail.ticket.online-join')),
      action(say('foyer.mail.ticket.join'), attendance.joinUrl),
      buttons({ label: say('foyer.mail.ticket.open'), url: attendance.url }, ...ways),
    ]
  }
  const { url, paymentDue, wallets } = attendance
  const due = paymentDue === null ? [] : [notice(say('foyer.mail.on-site'), fact(say('foyer.mail.amount'), paymentDue))]
  return [
    picture(TICKET_CODE_ID, say('foyer.mail.ticket.code'), CODE_SIDE),
    paragraph(say('foyer.mail.ticket.in-person')),
    ...due,
    action(say('foyer.mail.ticket.open'), url),
    buttons(...wallets.map(({ wallet, url: to }) => ({ label: say(`foyer.wallet.${wallet}`), url: to })), ...ways),
  ]
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

export type CategoryChangedMail = MailContext & {
  readonly reader: { readonly firstName: string }
  /** The names of the categories. */
  readonly from: string
  readonly to: string
  /** Of a holder the ticket, of a buyer the order. */
  readonly url: string
  /** The ticket as it is now is attached. */
  readonly isTicketAttached: boolean
}

/** To the holder of a ticket, and to its buyer where that is another person: it is of another category now. */
export const composeCategoryChanged = letter<CategoryChangedMail>((facts, say) => {
  const { eventName, reader, from, to, url, isTicketAttached } = facts
  return {
    subject: say('foyer.mail.category-changed.subject', eventName, to),
    title: say('foyer.mail.order.title', reader.firstName),
    blocks: [
      paragraph(say('foyer.mail.category-changed.text', from, to)),
      ...(isTicketAttached ? [paragraph(say('foyer.mail.category-changed.attached'))] : []),
      action(say(isTicketAttached ? 'foyer.mail.category-changed.open' : 'foyer.mail.order.open'), url),
      factList(fact(say('ticket.type'), to), ...whenAndWhere(facts, say)),
    ],
    why: say('foyer.mail.order.why'),
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
