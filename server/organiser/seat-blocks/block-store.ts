import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { whereTicket } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { movableTicket, movedTicket } from '#server/order/order/move-tickets.ts'
import type { Locking } from '#server/order/stock/hold-seats.ts'

/** Blocks of seats, and the seats that are in them. */

export type SeatBlock = {
  readonly id: number
  readonly name: string
  /** Null: of the seats that categories without their own share. */
  readonly categoryId: number | null
  readonly seats: number
  readonly until: Instant | null
  readonly by: string
  readonly createdAt: Instant
}

type Which = { readonly id?: number; readonly requestId?: string }

/** The blocks of an event with the number of seats that are left in each, the oldest first. */
export async function findBlocks(on: Queryable, eventId: number, { id, requestId }: Which = {}): Promise<SeatBlock[]> {
  const { rows } = await sql<SeatBlock>`
    select block.id, name, block.category_id as "categoryId", until, actor as by, created_at as "createdAt",
      (select count(*) from ticket where block_id = block.id)::int as seats
    from seat_block as block where event_id = ${eventId}
      and ${id === undefined ? sql`true` : sql`block.id = ${id}`}
      and ${requestId === undefined ? sql`true` : sql`request_id = ${requestId}`}
    order by block.id`.execute(on.kysely)
  return rows
}

export type NewBlock = {
  readonly eventId: number
  readonly categoryId: number | null
  readonly name: string
  readonly until: Instant | null
  readonly actor: string
  readonly now: Instant
  readonly requestId: string
}

/** Stores a block without seats; returns its id. */
export async function storeBlock(tx: Tx, block: NewBlock): Promise<number> {
  const { eventId, categoryId, name, until, actor, now, requestId } = block
  const { id } = await tx.kysely
    .insertInto('seat_block')
    .values({
      event_id: eventId,
      category_id: categoryId,
      name,
      until: until === null ? null : timestamp(until),
      actor,
      created_at: timestamp(now),
      request_id: requestId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Shared seats have no category, and in statements the number 0. */
const POOL = 0

type Blocking = {
  readonly eventId: number
  readonly blockId: number
  readonly categoryId: number | null
  readonly seats: number
}

/** Takes so many free seats into a block, or none; by the locks that an order takes its seats by (hold-seats.ts). */
export async function blockSeats(
  tx: Tx,
  { eventId, blockId, categoryId, seats }: Blocking,
  locking: Locking,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with seat as materialized (
      select id from ticket
      where event_id = ${eventId} and coalesce(category_id, 0) = ${categoryId ?? POOL} and ${sql.raw(movableTicket('block'))}
      order by id limit ${seats} for update ${sql.raw(locking === 'skip' ? 'skip locked' : '')}
    )
    update ticket set ${sql.raw(movedTicket('block'))}, block_id = ${blockId} from seat
    where ticket.id = seat.id and (select count(*) from seat) = ${seats}`.execute(tx.kysely)
  return Number(numAffectedRows ?? 0) === seats
}

/** Free seats by category; the shared ones are under null. */
export async function freeSeats(on: Queryable, eventId: number): Promise<ReadonlyMap<number | null, number>> {
  const { rows } = await sql<{ category: number | null; seats: number }>`
    select category_id as category, count(*)::int as seats from ticket
    where event_id = ${eventId} and ${whereTicket('isFree')} group by category_id`.execute(on.kysely)
  return new Map(rows.map(({ category, seats }) => [category, seats]))
}

/** Releases seats of a block, all but so many; returns how many. Who waits is served before they are on sale. */
export async function unblockSeats(tx: Tx, blockId: number, keep: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update ticket set ${sql.raw(movedTicket('unblock'))} where id in (
      select id from ticket where block_id = ${blockId} and ${sql.raw(movableTicket('unblock'))}
      order by id offset ${keep} for update)`.execute(tx.kysely)
  return Number(numAffectedRows ?? 0)
}

/** Locks a block against other members until the transaction ends. */
export async function lockBlock(tx: Tx, blockId: number): Promise<void> {
  await tx.kysely.selectFrom('seat_block').select('id').where('id', '=', blockId).forUpdate().execute()
}

/** Frees so many seats of a block for an order of this transaction, which takes them next; undefined where there are fewer. */
export async function takeFromBlock(
  tx: Tx,
  { eventId, blockId, seats }: Pick<Blocking, 'eventId' | 'blockId' | 'seats'>,
): Promise<readonly bigint[] | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    update ticket set ${sql.raw(movedTicket('takeFromBlock'))} where id in (
      select id from ticket where block_id = ${blockId} and event_id = ${eventId} and ${sql.raw(movableTicket('takeFromBlock'))}
      order by id limit ${seats} for update)
    returning id`.execute(tx.kysely)
  return rows.length === seats ? rows.map(({ id }) => id) : undefined
}

/** Blocks whose time is over, with seats left in them. */
export async function overdueBlocks(on: Queryable, now: Instant): Promise<{ id: number; eventId: number }[]> {
  const { rows } = await sql<{ id: number; eventId: number }>`
    select id, event_id as "eventId" from seat_block as block
    where until <= ${timestamp(now)} and exists (select from ticket where block_id = block.id) order by id`.execute(
    on.kysely,
  )
  return rows
}
