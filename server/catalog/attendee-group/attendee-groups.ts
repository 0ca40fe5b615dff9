import { type GroupLink, linkOf, memberWithPlace, membersFor } from '#domain/catalog/attendee-group/attendee-group.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Reservation, ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import {
  countPlaces,
  deletePlaces,
  findCandidates,
  keepPlaces,
  lockLinks,
  placesOf,
  readGroupLinks,
  storePlace,
} from './store.ts'

type Holder = Pick<Ticket, 'id' | 'publicId' | 'categoryId' | 'email'>

/** For whose order, and when. */
type Taking = { readonly reservation: Pick<Reservation, 'id' | 'contextId'>; readonly at: Instant }

/**
 * Takes a place for each ticket that is for the members of a group, all or none: false when a holder is no member, or a
 * member has no place left (domain rules 8). Links that count places are locked, so that of two who want the last one
 * the second waits and then counts it. A link or member that the organiser takes away at the same moment gives no place.
 * A ticket that has a place by its link keeps it. Places go back with their ticket.
 */
export async function takePlaces(
  tx: Tx,
  links: readonly GroupLink[],
  tickets: readonly Holder[],
  taking: Taking,
): Promise<boolean> {
  const linked = tickets.flatMap(ticket => {
    const link = linkOf(links, ticket.categoryId)
    return link ? [{ ticket, link }] : []
  })
  const had =
    linked.length === 0
      ? []
      : await placesOf(
          tx,
          linked.map(({ ticket }) => ticket.id),
        )
  const hasPlace = (ticket: Holder, link: GroupLink) =>
    had.some(({ ticketId, linkId }) => ticketId === ticket.id && linkId === link.id)
  const missing = linked.filter(({ ticket, link }) => !hasPlace(ticket, link))
  const counting = missing.filter(({ link }) => link.maximum !== null)
  await lockLinks(tx, [...new Set(counting.map(({ link }) => link.id))])

  const places = []
  for (const { ticket, link } of missing) {
    const taken = places.filter(({ linkId }) => linkId === link.id).map(({ memberId }) => memberId)
    const member = await freeMember(tx, { link, email: ticket.email ?? '', taken })
    if (!member) return false
    places.push({ ticket, ticketId: ticket.id, linkId: link.id, memberId: member.id })
  }
  if (places.length > 0 && !(await keepPlaces(tx, places))) return false
  for (const place of places) {
    await storePlace(tx, place)
    await noteAudit(tx, { ...taking, type: 'GROUP_MEMBER_ACQUIRED', ticket: place.ticket })
  }
  return true
}

/** Releases what `takePlaces` took for an order that was not paid after all. */
export async function releasePlaces(tx: Tx, reservationId: ReservationId): Promise<void> {
  await deletePlaces(tx, reservationId)
}

type PlaceRequest = { readonly link: GroupLink; readonly email: string; readonly taken: readonly bigint[] }

/** Whose place it will be, counting what other tickets of the same order are about to take. */
async function freeMember(tx: Tx, { link, email, taken }: PlaceRequest) {
  const members = membersFor(email, link.match, await findCandidates(tx, link, email))
  const stored = await countPlaces(tx, link.id, members)
  const candidates = members.map(member => ({
    ...member,
    taken: (stored.get(member.id) ?? 0) + taken.filter(id => id === member.id).length,
  }))
  return memberWithPlace(candidates, link)
}

/** The tickets, by public id, whose holder is no member of the group they are for (domain rules 8). */
export async function findUninvited(
  on: Queryable,
  links: readonly GroupLink[],
  tickets: readonly Pick<Ticket, 'publicId' | 'categoryId' | 'email'>[],
): Promise<ReadonlySet<string>> {
  const uninvited = new Set<string>()
  for (const { publicId, categoryId, email } of tickets) {
    const link = linkOf(links, categoryId)
    if (link && !(await isMember(on, link, email ?? ''))) uninvited.add(publicId)
  }
  return uninvited
}

async function isMember(on: Queryable, link: GroupLink, email: string): Promise<boolean> {
  return membersFor(email, link.match, await findCandidates(on, link, email)).length > 0
}

/** Which groups an event and its categories are for; empty: it is open to every buyer. */
export function loadGroupLinks(on: Queryable, eventId: number): Promise<readonly GroupLink[]> {
  return readGroupLinks(on, eventId)
}

/** Is one of these tickets for the members of a group? Then who comes can't be said later (domain rules 8). */
export function isForGroup(
  { groupLinks }: { readonly groupLinks: readonly GroupLink[] },
  tickets: readonly Pick<Ticket, 'categoryId'>[],
): boolean {
  return tickets.some(({ categoryId }) => linkOf(groupLinks, categoryId) !== undefined)
}
