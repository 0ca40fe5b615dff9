import type * as wire from '#contract/ticket.ts'
import { type Answers, fieldsOfCategory, fieldsOfService } from '#domain/catalog/fields/field.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { isHolderFixed } from '#domain/ticket/ticket/update.ts'
import { type Ticket, fullName, holderOf } from '#domain/ticket/ticket/ticket.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { presentField, presentQuestions } from '#server/catalog/fields/present.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import { serviceOf } from '#server/order/order/order-rows.ts'
import { type Order, isEventOrder } from '#server/order/order/read-order.ts'
import type { Settings } from '#server/foundation/setting/settings.ts'
import { walletsOffered } from '#server/ticket/wallet/offered.ts'
import { mayRelease } from './release-ticket.ts'
import type { AttendeeData } from '#contract/organiser-orders.ts'
import type { AnswersByName } from '#server/catalog/fields/fields.ts'

type TicketFacts = {
  readonly questions: ReturnType<typeof presentQuestions>
  readonly isReleasable: boolean
  readonly wallets: wire.Ticket['walletConfiguration']
  /** What the holder is written to in until they choose a language of their own. */
  readonly orderLanguage: string
}

/** By which id a reader knows a ticket that is not theirs any more; null: it is theirs (lifecycle E). */
export type HiddenAs = (ticket: Ticket) => string | null

const NOT_HIDDEN: HiddenAs = () => null

/** One ticket in the shape clients know from the reservation. */
function presentTicket(
  ticket: Ticket,
  settings: Settings,
  { questions, isReleasable, wallets, orderLanguage }: TicketFacts,
): wire.Ticket {
  const holder = holderOf(ticket)
  return {
    uuid: ticket.publicId,
    firstName: ticket.firstName,
    lastName: ticket.lastName,
    email: ticket.email,
    fullName: holder ? fullName(holder) : null,
    userLanguage: ticket.language ?? orderLanguage,
    assigned: holder !== undefined,
    locked: isHolderFixed(ticket),
    acquired: ticketHas(ticket, 'isAcquired'),
    cancellationEnabled: isReleasable,
    sendMailEnabled: settings.flag('SEND_TICKETS_AUTOMATICALLY', ticket.categoryId),
    downloadEnabled: settings.flag('ALLOW_TICKET_DOWNLOAD', ticket.categoryId),
    passedOn: false,
    walletConfiguration: wallets,
    ...questions,
    formattedOnlineCheckInDate: {},
    onlineEventStarted: false,
  }
}

/** A ticket that was passed on says to whom, and neither how to reach them, nor what they answered, nor what opens it. */
function presentPassedOn(ticket: Ticket, id: string, questions: TicketFacts['questions']): wire.Ticket {
  const holder = holderOf(ticket)
  return {
    uuid: id,
    firstName: ticket.firstName,
    lastName: ticket.lastName,
    email: null,
    fullName: holder ? fullName(holder) : null,
    userLanguage: null,
    assigned: holder !== undefined,
    locked: true,
    acquired: ticketHas(ticket, 'isAcquired'),
    cancellationEnabled: false,
    sendMailEnabled: false,
    downloadEnabled: false,
    passedOn: true,
    walletConfiguration: { gWalletEnabled: false, passEnabled: false },
    ...questions,
    formattedOnlineCheckInDate: {},
    onlineEventStarted: false,
  }
}

/** The tickets of an order as its buyer sees them, by category. A pass has none. */
export function presentOrderTickets(order: Order, now: Instant): wire.TicketsByCategory[] {
  return isEventOrder(order) ? presentTickets(order, now, { hiddenAs: hiddenInOrder(order.offer) }) : []
}

type Shown = { readonly tickets?: readonly Ticket[]; readonly hiddenAs?: HiddenAs }

/** The tickets of an order by category; or only some of them. */
export function presentTickets(
  order: Order<OfferedEvent>,
  now: Instant,
  { tickets: shown = order.tickets, hiddenAs = NOT_HIDDEN }: Shown,
): wire.TicketsByCategory[] {
  const { offer, answers } = order
  const questionsTo = ({ categoryId }: Ticket, stored: Answers = new Map()) =>
    presentQuestions(fieldsOfCategory(offer.fields, categoryId), {
      answers: stored,
      languages: shippedLanguages,
      others: offer.context.languages,
    })
  const walletsOf = walletsOffered(offer, order.reservation)
  const present = (ticket: Ticket): wire.Ticket => {
    const hidden = hiddenAs(ticket)
    if (hidden !== null) return presentPassedOn(ticket, hidden, questionsTo(ticket))
    return presentTicket(ticket, offer.settings, {
      questions: questionsTo(ticket, answers.ofTickets.get(ticket.id)),
      isReleasable: mayRelease(order, ticket, now),
      wallets: walletsOf(ticket),
      orderLanguage: order.reservation.language,
    })
  }
  return offer.categories.flatMap(category => {
    const own = shown.filter(({ categoryId }) => categoryId === category.id)
    if (own.length === 0) return []
    return [
      {
        name: category.name,
        ticketAccessType: category.accessType,
        tickets: own.map(present),
      },
    ]
  })
}

/** The extras of an order as its buyer sees them. */
export function presentOrderItems(order: Order): wire.AdditionalServiceWithData[] {
  return presentItems(order, hiddenInOrder(order.offer))
}

/** One entry an item, by extra. */
export function presentItems(
  { items, tickets, offer, answers }: Pick<Order, 'items' | 'tickets' | 'offer' | 'answers'>,
  hiddenAs = NOT_HIDDEN,
): wire.AdditionalServiceWithData[] {
  return items.map(({ id, serviceId, ticketId }) => {
    const { title, type } = serviceOf(offer, serviceId)
    const ticket = tickets.find(one => one.id === ticketId)
    const hidden = ticket ? hiddenAs(ticket) : null
    const stored = hidden === null ? answers.ofItems.get(id) : undefined
    return {
      title: { ...title },
      itemId: Number(id),
      serviceId,
      ticketUUID: hidden ?? ticket?.publicId ?? null,
      ticketFieldConfiguration: fieldsOfService(offer.fields, serviceId).map(field =>
        presentField(field, {
          answers: stored ?? new Map(),
          languages: shippedLanguages,
          others: offer.context.languages,
        }),
      ),
      type,
    }
  })
}

type Sold = Pick<OfferedEvent, 'settings'>

/** Does a ticket that was passed on stay open to the buyer of its order as well (lifecycle E)? */
export function staysWithBuyer({ settings }: Sold, { categoryId }: Pick<Ticket, 'categoryId'>): boolean {
  return settings.flag('PASSED_ON_TICKETS_STAY_WITH_BUYER', categoryId)
}

/** The id that the order lists in place of one that opens the ticket; null where the order may open it. */
const hiddenInOrder =
  (offer: Sold) =>
  (ticket: Pick<Ticket, 'categoryId' | 'idInOrder'>): string | null =>
    staysWithBuyer(offer, ticket) ? null : ticket.idInOrder

/** Who holds a ticket, as far as that is known. */
export type AttendeeFacts = {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  /** The ticket's own; null: that of the order. */
  readonly language: string | null
} & OrganiserWords

/** What the organiser's client has said of a ticket, and gets back in answers. */
export type OrganiserWords = {
  readonly externalReference: string | null
  readonly metadata: Readonly<Record<string, string>> | null
}

type AttendeeView = Required<Omit<AttendeeData, 'metadata' | 'resources'>> & {
  readonly metadata: Record<string, string>
}

/** An attendee as organisers read them, in whatever call. */
export function presentAttendeeData(
  { firstName, lastName, email, language, externalReference, metadata }: AttendeeFacts,
  { orderLanguage, answers = {} }: { readonly orderLanguage: string; readonly answers?: AnswersByName },
): AttendeeView {
  return {
    firstName,
    lastName,
    email,
    userLanguage: language ?? orderLanguage,
    externalReference,
    metadata: { ...metadata },
    additional: { ...answers },
  }
}
