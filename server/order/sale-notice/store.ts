import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import type { Database, Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { isNotPutOff } from '#server/foundation/jobs/failures.ts'

export type NewNotice = { readonly eventId: number; readonly email: string; readonly language: Language }

/**
 * Returns the key to cancel it by. An address that is left again has one more notice with a key of its own, so that no
 * visitor finds out which addresses wait, or cancels what another one has left; it gets one mail all the same.
 */
export async function insertNotice(db: Database, notice: NewNotice, now: Instant): Promise<string> {
  const row = await db.kysely
    .insertInto('sale_notice')
    .values({
      event_id: notice.eventId,
      email: notice.email,
      language: notice.language,
      created_at: timestamp(now),
    })
    .returning('key')
    .executeTakeFirstOrThrow()
  return row.key
}

export async function deleteNotice(db: Database, key: string): Promise<void> {
  if (!isUuid(key)) return
  await db.kysely.deleteFrom('sale_notice').where('key', '=', key).execute()
}

/** True while an event has notices whose sale has begun or that are over; `$1` is the time. */
export const NOTICES_ARE_DUE = `exists (
  select from sale_notice join event on event.id = event_id
  where ends_at <= $1::timestamptz
    or exists (select from ticket_category as category where category.event_id = event.id and inception <= $1::timestamptz))`

/** Events with notices whose sale may have begun, or that have ended. */
export async function eventsWithDueNotices(on: Queryable, now: Instant): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select event.id from event
    where exists (select from sale_notice where event_id = event.id)
      and (ends_at <= ${timestamp(now)} or exists (
        select from ticket_category as category where category.event_id = event.id and inception <= ${timestamp(now)}))
      and ${isNotPutOff('announce-sales', 'event', sql`event.id`, now)}
    order by event.id`.execute(on.kysely)
  return rows.map(({ id }) => id)
}

export type TakenNotice = { readonly email: string; readonly language: Language }

/** Deletes the notices of so many addresses of an event, and returns the first of each address. */
export async function takeNotices(tx: Tx, eventId: number, limit: number): Promise<TakenNotice[]> {
  const { rows } = await sql<TakenNotice & { readonly id: bigint }>`
    delete from sale_notice where event_id = ${eventId} and lower(email) in (
      select distinct lower(email) from sale_notice where event_id = ${eventId} order by 1 limit ${limit})
    returning id, email, language`.execute(tx.kysely)
  const first = new Map<string, TakenNotice>()
  for (const row of rows.toSorted((one, other) => Number(one.id - other.id))) {
    const address = row.email.toLowerCase()
    if (!first.has(address)) first.set(address, row)
  }
  return [...first.values()]
}
