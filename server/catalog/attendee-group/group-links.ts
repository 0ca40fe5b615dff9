import { type GroupLink, linkOf } from '#domain/catalog/attendee-group/attendee-group.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { readGroupLinks } from './store.ts'

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
