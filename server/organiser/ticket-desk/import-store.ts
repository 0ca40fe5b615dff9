import { sql } from 'kysely'
import type { TicketReservationCreationRequest } from '#contract/organiser-reservations.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { isNotPutOff } from '#server/foundation/jobs/failures.ts'
import type { JobName } from '#server/foundation/jobs/job.ts'

export type NewImport = {
  readonly eventId: number
  readonly keyId: number
  readonly now: Instant
  /** As JSON, each by itself. */
  readonly requests: readonly string[]
}

/** Keeps a list of orders that are still to be made; returns its id. */
export async function storeImport(tx: Tx, { eventId, keyId, now, requests }: NewImport): Promise<string> {
  const { id } = await tx.kysely
    .insertInto('order_import')
    .values({ event_id: eventId, api_key_id: keyId, created_at: timestamp(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into order_import_row (import_id, place, request)
    select ${id}::uuid, place - 1, request::jsonb
    from unnest(${[...requests]}::text[]) with ordinality as sent (request, place) order by place`.execute(tx.kysely)
  return id
}

/** How far a list has come. */
export type ImportProgress = {
  readonly id: string
  readonly eventId: number
  /** Null: the key is gone. */
  readonly keyId: number | null
  readonly success: number
  readonly pending: number
  readonly error: number
}

/** Undefined when this event has no such list. */
export async function findImport(on: Queryable, eventId: number, id: string): Promise<ImportProgress | undefined> {
  const { rows } = await sql<ImportProgress>`
    select brought.id, event_id as "eventId", api_key_id as "keyId",
      count(*) filter (where status = 'MADE')::int as success,
      count(*) filter (where status = 'WAITING')::int as pending,
      count(*) filter (where status = 'REFUSED')::int as error
    from order_import as brought join order_import_row on import_id = brought.id
    where brought.id = ${id}::uuid and event_id = ${eventId}
    group by brought.id`.execute(on.kysely)
  return rows[0]
}

/** An order that is still to be made. */
export type ImportedRow = {
  readonly id: bigint
  readonly importId: string
  readonly place: number
  readonly eventId: number
  readonly request: TicketReservationCreationRequest
}

type Looking = {
  readonly now: Instant
  readonly job: JobName
  /** Only those that come later. */
  readonly after: bigint
  readonly limit: number
}

/** In the order in which they were sent. */
export async function pendingRows(on: Queryable, { now, job, after, limit }: Looking): Promise<ImportedRow[]> {
  const { rows } = await sql<ImportedRow>`
    select imported.id, import_id as "importId", place, event_id as "eventId", request
    from order_import_row as imported join order_import as brought on brought.id = import_id
    where status = 'WAITING' and imported.id > ${after} and ${isNotPutOff(job, 'imported-order', sql`imported.id`, now)}
    order by imported.id limit ${limit}`.execute(on.kysely)
  return rows
}

/** Takes an order that is still to be made; false when another process makes it or has made it. */
export async function lockRow(tx: Tx, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    select id from order_import_row where id = ${id} and status = 'WAITING' for update skip locked`.execute(tx.kysely)
  return rows.length > 0
}

/** The order has been made; erases what was sent of people. The caller has locked the row. */
export async function storeMade(tx: Tx, id: bigint, reservationId: ReservationId): Promise<void> {
  await tx.kysely
    .updateTable('order_import_row')
    .set({ status: 'MADE', reservation_id: reservationId, request: null })
    .where('id', '=', id)
    .execute()
}

/** No order can be made of it, and none is tried again; false when one was made meanwhile. */
export async function storeRefused(on: Queryable, id: bigint, error: string): Promise<boolean> {
  const refused = await on.kysely
    .updateTable('order_import_row')
    .set({ status: 'REFUSED', error, request: null })
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .returning('id')
    .executeTakeFirst()
  return refused !== undefined
}
