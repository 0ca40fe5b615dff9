import type {
  AttendeesOfCategory,
  DetailedAttendee,
  DownloadedAttendee,
  ReservationDetail,
  Resources,
} from '#contract/organiser-orders.ts'
import { pathTo } from '#contract/paths.ts'
import { applePassPath, downloadTicketPath, googleWalletPath, ticketCodePath } from '#contract/ticket-paths.ts'
import type { AdditionalField, Answers } from '#domain/catalog/fields/field.ts'
import type { BoughtPass } from '#domain/order/pass/bought-pass.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'
import { has } from '#domain/order/reservation/states.ts'
import { type Ticket, fullName } from '#domain/ticket/ticket/ticket.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type AnswersByName, attendeeAnswers } from '#server/catalog/fields/fields.ts'
import { secondOf } from '#server/foundation/base/time.ts'
import { goodTicket } from '#server/order/order/good-ticket.ts'
import { type Order, isEventOrder } from '#server/order/order/read-order.ts'
import { type OrganiserWords, presentAttendeeData } from '#server/ticket/ticket/present-tickets.ts'
import { walletsOffered } from '#server/ticket/wallet/offered.ts'
import { type HolderRow, holdersOf } from './store.ts'

/** In the order of the rows: those of one category are adjacent. */
export function presentHolders(
  holders: readonly HolderRow[],
  answers: ReadonlyMap<bigint, AnswersByName>,
): AttendeesOfCategory[] {
  return [...Map.groupBy(holders, ({ categoryId }) => categoryId)].map(([ticketCategoryId, own]) => ({
    ticketCategoryId,
    attendees: own.map(holder => presentHolder(holder, answers)),
  }))
}

function presentHolder(holder: HolderRow, answers: ReadonlyMap<bigint, AnswersByName>): DownloadedAttendee {
  const { ticketId, status, orderLanguage, confirmedAt } = holder
  return {
    // The list of a whole event leaves out the client's own words, as on the wire.
    ...presentAttendeeData({ ...holder, metadata: null }, { orderLanguage, answers: answers.get(ticketId) ?? {} }),
    status,
    confirmationTimestamp: confirmedAt === null ? null : secondOf(confirmedAt),
  }
}

type Site = { readonly baseUrl: string }

type WordsByTicket = ReadonlyMap<bigint, OrganiserWords>
const NO_WORDS: OrganiserWords = { externalReference: null, metadata: null }

/** Who has signed in is known to the shop, and not to organisers: user names and ids are never returned. */
export function presentOrder(site: Site, order: Order, words: WordsByTicket): ReservationDetail {
  const { reservation, passes } = order
  return {
    id: reservation.id,
    status: reservation.status,
    user: { username: null, id: null, ...presentPerson(reservation.contact) },
    tickets: isEventOrder(order) ? presentTickets(site, order, words) : [],
    subscriptionOwners: passes.map(pass => presentOwner(order, pass)),
  }
}

function presentTickets(site: Site, order: Order<OfferedEvent>, words: WordsByTicket): ReservationDetail['tickets'] {
  const { tickets, offer, reservation, answers } = order
  const resourcesOf = resourcesIn(site, order)
  const attendeeOf = (ticket: Ticket): DetailedAttendee => ({
    fullName: fullName({ firstName: ticket.firstName ?? '', lastName: ticket.lastName ?? '' }).trim(),
    ...presentAttendeeData(
      { ...ticket, ...(words.get(ticket.id) ?? NO_WORDS) },
      { orderLanguage: reservation.language, answers: byName(offer.fields, answers.ofTickets.get(ticket.id)) },
    ),
    email: ticket.email ?? '',
    resources: resourcesOf(ticket),
  })
  return [...Map.groupBy(tickets, ({ categoryId }) => categoryId)].map(([ticketCategoryId, own]) => ({
    ticketCategoryId,
    quantity: own.length,
    attendees: own.map(attendeeOf),
    metadata: [],
  }))
}

/** The addresses of the parts of each ticket of an order; none as long as the order is not complete. */
function resourcesIn({ baseUrl }: Site, { reservation, offer }: Order<OfferedEvent>): (ticket: Ticket) => Resources {
  if (!has(reservation, 'isComplete')) return () => ({})
  const walletsOf = walletsOffered(offer, reservation)
  const { shortName: eventName } = offer.context
  return ticket => {
    if (!goodTicket({ ticket, reservation, offer })) return { ready: false }
    const { gWalletEnabled, passEnabled } = walletsOf(ticket)
    const page = { eventName, ticketIdentifier: ticket.publicId }
    const wallet = { eventName, uuid: ticket.publicId }
    return {
      ready: true,
      ticketPdf: baseUrl + pathTo(downloadTicketPath, page),
      ticketQrCode: baseUrl + pathTo(ticketCodePath, page),
      ...(gWalletEnabled && { googleWallet: baseUrl + pathTo(googleWalletPath, wallet) }),
      ...(passEnabled && { applePass: baseUrl + pathTo(applePassPath, wallet) }),
    }
  }
}

/** By the public id of the pass, with which organisers take it back and extend it: the other one pays for tickets. */
function presentOwner(
  { reservation, offer, answers }: Order,
  { id, publicId, owner }: BoughtPass,
): ReservationDetail['subscriptionOwners'][number] {
  return {
    subscriptionId: publicId,
    ...presentPerson(owner ?? reservation.contact),
    additional: byName(offer.fields, answers.ofPasses.get(id)),
    metadata: {},
  }
}

/** Null for what has not been filled in. */
const presentPerson = ({ firstName, lastName, email }: Contact) => ({
  firstName: firstName || null,
  lastName: lastName || null,
  email: email || null,
})

/** In the organiser's order of the questions. */
function byName(fields: readonly AdditionalField[], answers: Answers | undefined): Record<string, string[]> {
  return Object.fromEntries(
    fields.flatMap(({ id, name }): [string, string[]][] => {
      const values = answers?.get(id)
      return values ? [[name, [...values]]] : []
    }),
  )
}

/** Everybody who holds a good ticket of an event, by category. Two statements, however many there are. */
export async function listAttendees({ db }: Pick<Shop, 'db'>, eventId: number): Promise<AttendeesOfCategory[]> {
  const holders = await holdersOf(db, eventId)
  const answers = await attendeeAnswers(
    db,
    holders.map(({ ticketId }) => ticketId),
  )
  return presentHolders(holders, answers)
}
