import type { EventSeats } from '#domain/organiser/event-editing/plan-seats.ts'
import type { EventDraft } from '#domain/organiser/event-editing/event-draft.ts'
import { FIRST_TICKET_STATUS } from '#domain/ticket/ticket/states.ts'
import { type Queryable, type Statement, statement } from '#server/foundation/database/database.ts'
import { sqlTicketHas } from '#server/foundation/database/status-sql.ts'
import { movableTicket, movedTicket } from '#server/order/order/move-tickets.ts'

type SeatRow = { categoryId: number | null; free: number; owned: number }

const SEATS: Statement<SeatRow> = statement(
  'organiser-seats',
  `select category_id as "categoryId", count(*) filter (where ${sqlTicketHas('isFree')})::int as free, count(*)::int as owned
   from ticket where event_id = $1 and ${sqlTicketHas('countsAsStock')} group by category_id`,
)

/** How many seats the event has, and what each of its stored categories owns. */
export async function loadSeats(
  db: Queryable,
  eventId: number,
  { categories, currency }: Pick<EventDraft, 'categories' | 'currency'>,
): Promise<EventSeats> {
  const rows = await db.query(SEATS, [eventId])
  const rowOf = (categoryId: number | null) => rows.find(row => row.categoryId === categoryId)
  return {
    currency,
    total: rows.reduce((sum, { owned }) => sum + owned, 0),
    poolFree: rowOf(null)?.free ?? 0,
    categories: categories.flatMap(({ id, price }) => {
      const { free = 0, owned = 0 } = rowOf(id) ?? {}
      return id === null ? [] : [{ id, price, free, owned }]
    }),
  }
}

const ADD = statement<never>(
  'organiser-add-seats',
  `insert into ticket (event_id, category_id, status)
   select $1, $2, '${FIRST_TICKET_STATUS}' from generate_series(1, $3::int)`,
)

/** New free seats; null adds them to the pool. */
export async function addSeats(
  db: Queryable,
  eventId: number,
  categoryId: number | null,
  seats: number,
): Promise<void> {
  if (seats > 0) await db.query(ADD, [eventId, categoryId, seats])
}

const RELEASE_SEATS = statement<{ id: bigint }>(
  'organiser-give-back-seats',
  `update ticket set category_id = null where id in (
     select id from ticket where event_id = $1 and category_id = $2 and ${sqlTicketHas('isFree')}
     order by id desc limit $3 for update skip locked) returning id`,
)

/** Moves free seats of a category into the pool, the highest first. */
export async function releaseSeats(db: Queryable, eventId: number, categoryId: number, seats: number): Promise<void> {
  assertAllMoved(await db.query(RELEASE_SEATS, [eventId, categoryId, seats]), seats)
}

const TAKE = statement<{ id: bigint }>(
  'organiser-take-seats',
  `update ticket set category_id = $2 where id in (
     select id from ticket where event_id = $1 and category_id is null and ${sqlTicketHas('isFree')}
     order by id limit $3 for update skip locked) returning id`,
)

/** Moves free seats out of the pool into a category, the lowest first. */
export async function takeSeats(db: Queryable, eventId: number, categoryId: number, seats: number): Promise<void> {
  assertAllMoved(await db.query(TAKE, [eventId, categoryId, seats]), seats)
}

const INVALIDATE = statement<{ id: bigint }>(
  'organiser-invalidate-seats',
  `update ticket set ${movedTicket('invalidate')} where id in (
     select id from ticket where event_id = $1 and category_id is null and ${movableTicket('invalidate')}
     order by id desc limit $2 for update skip locked) returning id`,
)

/** Takes free seats of the pool out of the event for good, the highest first. */
export async function invalidateSeats(db: Queryable, eventId: number, seats: number): Promise<void> {
  if (seats > 0) assertAllMoved(await db.query(INVALIDATE, [eventId, seats]), seats)
}

const CLEAR_CATEGORY = statement<never>(
  'organiser-forget-category-of-released',
  `update ticket set category_id = null where event_id = $1 and category_id = $2 and ${sqlTicketHas('isReleased')}`,
)

/** Released seats of a category that draws from the pool come back to the pool, not to it. */
export async function returnReleasedToPool(db: Queryable, eventId: number, categoryId: number): Promise<void> {
  await db.query(CLEAR_CATEGORY, [eventId, categoryId])
}

/** Between counting and moving them, a buyer took seats or units that were to be moved. */
export class TakenMeanwhile extends Error {}

function assertAllMoved(rows: readonly unknown[], seats: number): void {
  if (rows.length !== seats) throw new TakenMeanwhile(`${rows.length} of ${seats} seats could be moved`)
}
