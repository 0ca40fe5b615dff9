import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { ListRow, ListedPerson } from '#domain/organiser/people-list/judge-row.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { PeopleListForm } from '#contract/desk-people-list.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** Lists that were uploaded, with their rows, while they are kept; and who of them has a ticket. */

export type NewList = {
  readonly eventId: number
  readonly actor: string
  readonly now: Instant
  readonly heads: readonly string[]
  readonly rows: readonly ListRow[]
}

/** Stores a list in the place of the one that the same member has uploaded before and not imported; returns its id. */
export async function storeList(tx: Tx, { eventId, actor, now, heads, rows }: NewList): Promise<string> {
  await tx.kysely
    .deleteFrom('people_list')
    .where('event_id', '=', eventId)
    .where('actor', '=', actor)
    .where('job_id', 'is', null)
    .execute()
  const { id } = await tx.kysely
    .insertInto('people_list')
    .values({ event_id: eventId, actor, created_at: timestamp(now), heads: [...heads] })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into people_list_row (list_id, line, cells)
    select ${id}::uuid, row, array(select jsonb_array_elements_text(cells::jsonb))
    from unnest(${rows.map(({ row }) => row)}::int[], ${rows.map(({ cells }) => JSON.stringify(cells))}::text[])
      as sent (row, cells)`.execute(tx.kysely)
  return id
}

/** With what is known of the list as a whole. */
export type StartedChoices = PeopleListForm & { readonly isMonthFirst: boolean }

export type StoredList = {
  readonly id: string
  readonly heads: readonly string[]
  /** As they were when its import was started. */
  readonly choices: StartedChoices | null
  readonly jobId: bigint | null
}

const listOf = (on: Queryable, eventId: number, id: string) =>
  on.kysely
    .selectFrom('people_list')
    .select(['id', 'heads', 'choices', 'job_id as jobId'])
    .where('event_id', '=', eventId)
    .where('id', '=', id)

type ListColumns = Awaited<ReturnType<ReturnType<typeof listOf>['executeTakeFirstOrThrow']>>

/** The choices are written by `startImport` alone. */
const storedList = (row: ListColumns | undefined): StoredList | undefined =>
  row && { ...row, choices: row.choices as StartedChoices | null }

export async function findList(on: Queryable, eventId: number, id: string): Promise<StoredList | undefined> {
  return storedList(await listOf(on, eventId, id).executeTakeFirst())
}

/** The same, locked until the transaction ends. */
export async function lockList(tx: Tx, eventId: number, id: string): Promise<StoredList | undefined> {
  return storedList(await listOf(tx, eventId, id).forUpdate().executeTakeFirst())
}

export async function rowsOf(on: Queryable, listId: string): Promise<readonly ListRow[]> {
  return on.kysely
    .selectFrom('people_list_row')
    .select(['line as row', 'cells'])
    .where('list_id', '=', listId)
    .orderBy('line')
    .execute()
}

export async function rowOf(on: Queryable, listId: string, row: number): Promise<ListRow | undefined> {
  return on.kysely
    .selectFrom('people_list_row')
    .select(['line as row', 'cells'])
    .where('list_id', '=', listId)
    .where('line', '=', row)
    .executeTakeFirst()
}

type Started = { readonly choices: StartedChoices; readonly jobId: bigint }

export async function storeStarted(tx: Tx, listId: string, { choices, jobId }: Started): Promise<void> {
  await tx.kysely
    .updateTable('people_list')
    .set({ choices: JSON.stringify(choices), job_id: jobId })
    .where('id', '=', listId)
    .execute()
}

/** What makes two tickets one person's. */
export type PersonKey = Pick<ListedPerson, 'firstName' | 'lastName' | 'email' | 'categoryId' | 'externalReference'>

export const nameKey = ({ firstName, lastName, email, categoryId }: Omit<PersonKey, 'externalReference'>): string =>
  JSON.stringify([email, firstName, lastName, categoryId].map(part => String(part).toLowerCase()))

type Holder = Omit<PersonKey, 'externalReference'> & { readonly externalReference: string | null }

/** Tickets of an event that have one of these references or addresses. Read by one pass over its tickets. */
export async function holdersLike(on: Queryable, eventId: number, people: readonly PersonKey[]): Promise<Holder[]> {
  const references = people.flatMap(({ externalReference }) => externalReference ?? [])
  const addresses = people.map(({ email }) => email.toLowerCase())
  const { rows } = await sql<Holder>`
    select coalesce(first_name, '') as "firstName", coalesce(last_name, '') as "lastName", coalesce(email, '') as email,
      category_id as "categoryId", external_reference as "externalReference"
    from ticket where event_id = ${eventId} and reservation_id is not null
      and (external_reference = any(${references}::text[]) or lower(email) = any(${addresses}::text[]))`.execute(
    on.kysely,
  )
  return rows
}

type Seeking = { readonly eventId: number; readonly person: PersonKey; readonly besides: ReservationId }

/**
 * Is the person there by another order? Imports of one event look one after the other, so that of two that make the same person
 * at the same moment one finds the other.
 */
export async function isThereAlready(tx: Tx, { eventId, person, besides }: Seeking): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('people imports'), ${eventId})`.execute(tx.kysely)
  const { firstName, lastName, email, categoryId, externalReference } = person
  const { rows } = await sql`
    select id from ticket
    where event_id = ${eventId} and external_reference = ${externalReference} and reservation_id <> ${besides}
    union all
    select ticket.id from reservation join ticket on reservation_id = reservation.id
    where lower(reservation.email) = lower(${email}) and reservation.id <> ${besides} and event_id = ${eventId}
      and category_id = ${categoryId} and lower(ticket.email) = lower(${email})
      and lower(ticket.first_name) = lower(${firstName}) and lower(ticket.last_name) = lower(${lastName})
    limit 1`.execute(tx.kysely)
  return rows.length > 0
}

/** Deletes lists whose job has ended, and those of a day ago that no running job needs; returns how many. */
export async function deleteLists(on: Queryable, before: Instant): Promise<number> {
  const { numDeletedRows } = await on.kysely
    .deleteFrom('people_list')
    .where(({ or, and, exists, not, selectFrom }) => {
      const job = (status: 'RUNNING' | 'ENDED') =>
        exists(selectFrom('bulk_job').select('id').whereRef('id', '=', 'job_id').where('status', '=', status))
      return or([job('ENDED'), and([sql<boolean>`created_at <= ${timestamp(before)}`, not(job('RUNNING'))])])
    })
    .executeTakeFirst()
  return Number(numDeletedRows)
}
