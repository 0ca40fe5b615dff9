import type { Category, SeatCount } from '#domain/catalog/catalog/category.ts'
import { type Database, statement } from '#server/foundation/database/database.ts'

/** Seats by category as they are now; the pool has the key null. */
export async function countSeats(db: Database, eventId: number): Promise<SeatTable> {
  const rows = await db.query(COUNT_SEATS, [eventId])
  return rows.map(row => ({ categoryId: row.category_id, status: row.status, seats: row.seats }))
}

const COUNT_SEATS = statement<{ category_id: number | null; status: string; seats: number }>(
  'count-seats',
  `select category_id, status, count(*)::int as seats from ticket
   where event_id = $1 and status in ('FREE', 'PENDING', 'RELEASED') group by category_id, status`,
)

export type SeatTable = readonly { categoryId: number | null; status: string; seats: number }[]

/**
 * What the buyer of one category faces: a bounded one has its own seats; an unbounded one shares the free ones of the
 * pool, and any released seat of the event may come to it (domain rules 4.6).
 */
export function seatsOf(table: SeatTable, { id, seatSource }: Category): SeatCount {
  const count = (status: string, isMeant: (categoryId: number | null) => boolean) =>
    table.reduce((sum, row) => (row.status === status && isMeant(row.categoryId) ? sum + row.seats : sum), 0)
  const isOwn = (categoryId: number | null) => categoryId === id
  if (seatSource.kind === 'bounded') {
    return { free: count('FREE', isOwn), held: count('PENDING', isOwn), released: count('RELEASED', isOwn) }
  }
  const isPool = (categoryId: number | null) => categoryId === null
  return { free: count('FREE', isPool), held: count('PENDING', isOwn), released: count('RELEASED', () => true) }
}
