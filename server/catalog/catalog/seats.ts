import type { Category, SeatCount } from '#domain/catalog/catalog/category.ts'
import { type TicketStatus, type TicketTrait, ticketHas } from '#domain/ticket/ticket/states.ts'
import { type Database, statement } from '#server/foundation/database/database.ts'
import { sqlTicketHas } from '#server/foundation/database/status-sql.ts'

/** Seats by category as they are now; the pool has the key null. */
export async function countSeats(db: Database, eventId: number): Promise<SeatTable> {
  const rows = await db.query(COUNT_SEATS, [eventId])
  return rows.map(row => ({ categoryId: row.category_id, status: row.status, seats: row.seats }))
}

const COUNT_SEATS = statement<{ category_id: number | null; status: TicketStatus; seats: number }>(
  'count-seats',
  // Free seats and the others each have an index.
  [sqlTicketHas('isFree'), sqlTicketHas('isHeld', 'isReleased')]
    .map(
      isCounted => `select category_id, status, count(*)::int as seats from ticket
       where event_id = $1 and ${isCounted} group by category_id, status`,
    )
    .join(' union all '),
)

export type SeatTable = readonly { categoryId: number | null; status: TicketStatus; seats: number }[]

/**
 * What the buyer of one category faces: a bounded one has its own seats; an unbounded one shares the free ones of the
 * pool, and any released seat of the event may come to it (domain rules 4.6).
 */
export function seatsOf(table: SeatTable, { id, seatSource }: Category): SeatCount {
  const count = (trait: TicketTrait, isMeant: (categoryId: number | null) => boolean) =>
    table.reduce((sum, row) => (ticketHas(row, trait) && isMeant(row.categoryId) ? sum + row.seats : sum), 0)
  const isOwn = (categoryId: number | null) => categoryId === id
  if (seatSource.kind === 'bounded') {
    return { free: count('isFree', isOwn), held: count('isHeld', isOwn), released: count('isReleased', isOwn) }
  }
  const isPool = (categoryId: number | null) => categoryId === null
  return { free: count('isFree', isPool), held: count('isHeld', isOwn), released: count('isReleased', () => true) }
}
