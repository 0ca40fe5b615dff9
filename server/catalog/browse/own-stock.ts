import type { Category } from '#domain/catalog/catalog/category.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { whereTicket } from '#server/foundation/database/status-sql.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { UnitTable } from '#server/catalog/catalog/services.ts'
import type { SeatTable } from '#server/catalog/catalog/seats.ts'

/** What an open reservation holds: seats by category, and units of limited extras. */
export type OwnStock = {
  readonly id: ReservationId
  readonly seats: ReadonlyMap<number, number>
  readonly units: UnitTable
}

/** Undefined unless the reservation is open and of this event. */
export async function ownStock(
  on: Queryable,
  { context: event }: OfferedEvent,
  id: ReservationId | undefined,
): Promise<OwnStock | undefined> {
  if (id === undefined) return undefined
  const seats = await on.kysely
    .selectFrom('ticket')
    .select(({ fn }) => ['category_id', fn.countAll<bigint>().as('seats')])
    .where('reservation_id', '=', id)
    .where('event_id', '=', event.id)
    .where(whereTicket('isHeld'))
    .groupBy('category_id')
    .execute()
  if (seats.length === 0) return undefined
  const units = await on.kysely
    .selectFrom('additional_service_item as item')
    .innerJoin('additional_service as service', 'service.id', 'item.service_id')
    .select(({ fn }) => ['item.service_id', fn.countAll<bigint>().as('units')])
    .where('item.reservation_id', '=', id)
    .where('service.available_quantity', 'is not', null)
    .groupBy('item.service_id')
    .execute()
  return {
    id,
    seats: new Map(seats.flatMap(row => (row.category_id === null ? [] : [[row.category_id, Number(row.seats)]]))),
    units: new Map(units.map(row => [row.service_id, Number(row.units)])),
  }
}

/** How many of the own seats a category could have: its own, or all those of the pool. */
export function ownSeatsFor({ id, seatSource }: Category, { seats }: OwnStock, { categories }: OfferedEvent): number {
  if (seatSource.kind === 'bounded') return seats.get(id) ?? 0
  const pool = categories.filter(category => category.seatSource.kind !== 'bounded')
  return pool.reduce((sum, category) => sum + (seats.get(category.id) ?? 0), 0)
}

/** The seats as they are once an order is released: free, those without a category of their own in the pool. */
export function withOwnSeats(table: SeatTable, { seats }: OwnStock, { categories }: OfferedEvent): SeatTable {
  const back = [...seats].flatMap(([categoryId, count]): SeatTable => {
    const isBounded = categories.find(({ id }) => id === categoryId)?.seatSource.kind === 'bounded'
    return [
      { categoryId, status: 'PENDING', seats: -count },
      { categoryId: isBounded ? categoryId : null, status: 'FREE', seats: count },
    ]
  })
  return [...table, ...back]
}

/** The same for the units of limited extras. */
export function withOwnUnits(table: UnitTable, { units }: OwnStock): UnitTable {
  return new Map(
    [...new Set([...table.keys(), ...units.keys()])].map(id => [id, (table.get(id) ?? 0) + (units.get(id) ?? 0)]),
  )
}
