import { type GroupLink, linkOf, membersFor } from '#domain/catalog/attendee-group/attendee-group.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { findCandidates } from './store.ts'

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
