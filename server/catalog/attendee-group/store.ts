import { sql } from 'kysely'
import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import { type GroupLink, type Member, domainOf } from '#domain/catalog/attendee-group/attendee-group.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'

/** Every link of an event and its categories. */
export async function readGroupLinks(on: Queryable, eventId: number): Promise<GroupLink[]> {
  const rows = await on.kysely.selectFrom('attendee_group_link').selectAll().where('event_id', '=', eventId).execute()
  return rows.map(row => ({
    id: row.id,
    groupId: row.group_id,
    categoryId: row.category_id as CategoryId | null,
    match: row.match_type,
    maximum: maximumOf(row),
  }))
}

function maximumOf({ type, max_allocation }: { type: string; max_allocation: number | null }): number | null {
  if (type === 'UNLIMITED') return null
  return type === 'ONCE_PER_VALUE' ? 1 : max_allocation
}

/** The members that may represent an address: itself, and where the link goes by domain, all of the same domain. */
export async function findCandidates(on: Queryable, { groupId, match }: GroupLink, email: string): Promise<Member[]> {
  const address = email.toLowerCase()
  const domain = match === 'EMAIL_DOMAIN' ? domainOf(address) : ''
  const { rows } = await sql<Member>`
    select id, value from attendee_group_member
    where group_id = ${groupId} and (value = ${address} or ${domain} <> '' and right(value, length(${domain})) = ${domain})
    order by id`.execute(on.kysely)
  return rows
}

/** Takes the links for the rest of the transaction: another transaction that needs places of them waits. */
export async function lockLinks(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.kysely
    .selectFrom('attendee_group_link')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Keeps these links and members for the rest of the transaction; false when one of them is gone. */
export async function keepPlaces(tx: Tx, places: readonly Omit<Place, 'ticketId'>[]): Promise<boolean> {
  const links = [...new Set(places.map(({ linkId }) => linkId))]
  const members = [...new Set(places.map(({ memberId }) => memberId))]
  const { rows } = await sql`
    with link as materialized (
      select id from attendee_group_link where id = any(${links}::int[]) order by id for key share
    ), member as materialized (
      select id from attendee_group_member where id = any(${members}::bigint[]) order by id for key share
    )
    select id from link union all select id from member`.execute(tx.kysely)
  return rows.length === links.length + members.length
}

/** How many tickets these members have by this link; who has none is left out. */
export async function countPlaces(
  on: Queryable,
  linkId: number,
  members: readonly Member[],
): Promise<Map<bigint, number>> {
  if (members.length === 0) return new Map()
  const rows = await on.kysely
    .selectFrom('attendee_group_place')
    .select(['member_id', ({ fn }) => fn.countAll<bigint>().as('places')])
    .where('link_id', '=', linkId)
    .where(
      'member_id',
      'in',
      members.map(({ id }) => id),
    )
    .groupBy('member_id')
    .execute()
  return new Map(rows.map(row => [row.member_id, Number(row.places)]))
}

export type Place = { readonly ticketId: bigint; readonly linkId: number; readonly memberId: bigint }

/** The places that these tickets have. */
export async function placesOf(on: Queryable, tickets: readonly bigint[]): Promise<readonly Place[]> {
  const rows = await on.kysely
    .selectFrom('attendee_group_place')
    .select(['ticket_id as ticketId', 'link_id as linkId', 'member_id as memberId'])
    .where('ticket_id', 'in', tickets)
    .execute()
  return rows
}

/** The tickets of an order have no place any more, and their holders can be changed again. */
export async function deletePlaces(tx: Tx, reservationId: string): Promise<void> {
  await sql`
    with ended as (
      delete from attendee_group_place using ticket
      where ticket.id = ticket_id and ticket.reservation_id = ${reservationId}::uuid returning ticket_id
    )
    update ticket set locked = false where id in (select ticket_id from ended)`.execute(tx.kysely)
}

/** The ticket has the member's place instead of one by another link, and its holder can no longer be changed (lifecycle E). */
export async function storePlace(tx: Tx, { ticketId, linkId, memberId }: Place): Promise<void> {
  const place = { link_id: linkId, member_id: memberId }
  await tx.kysely
    .insertInto('attendee_group_place')
    .values({ ticket_id: ticketId, ...place })
    .onConflict(conflict => conflict.column('ticket_id').doUpdateSet(place))
    .execute()
  await tx.kysely.updateTable('ticket').set({ locked: true }).where('id', '=', ticketId).execute()
}
