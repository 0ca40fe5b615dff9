import type { CategoryStats, EventStats } from '#contract/organiser.ts'
import { type Currency, NO_CURRENCY, writtenCurrency } from '#domain/foundation/money/currency.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import { type SeatCounts, sumOfSeats } from '#domain/catalog/catalog/seat-counts.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import {
  type CategoryRow,
  type EventRow,
  categoriesOf,
  codesOf,
  countSeats,
  eventsOf,
  servicesOf,
} from './stats-store.ts'

/** The events of an organisation with what has become of their seats, the latest first. */
export async function listEvents({ db }: Pick<Shop, 'db'>, organizationId: number): Promise<EventStats[]> {
  return statsOf(db, await eventsOf(db, { organizationId }))
}

/** One event with what has become of its seats; undefined when there is none of this id. */
export async function eventStats({ db }: Pick<Shop, 'db'>, eventId: number): Promise<EventStats | undefined> {
  const [stats] = await statsOf(db, await eventsOf(db, { eventId }))
  return stats
}

async function statsOf(db: Queryable, events: readonly EventRow[]): Promise<EventStats[]> {
  const ids = events.map(({ id }) => id)
  const categories = await categoriesOf(db, ids)
  const seats = await countSeats(db, ids)
  const services = await servicesOf(db, ids)
  const codes = await codesOf(db, ids)
  return events.map(({ id, ...event }) => ({
    ...event,
    ...countersOf(sumOfSeats(seats.filter(row => row.eventId === id))),
    ticketCategories: categories
      .filter(category => category.eventId === id)
      .map(category =>
        presentCategory(category, event, sumOfSeats(seats.filter(row => row.categoryId === category.id))),
      ),
    additionalServices: services.filter(({ eventId }) => eventId === id).map(withoutEvent),
    promoCodes: codes.filter(({ eventId }) => eventId === id).map(withoutEvent),
  }))
}

function withoutEvent<Row extends { readonly eventId: number }>(row: Row): Omit<Row, 'eventId'> {
  const { eventId: _, ...rest } = row
  return rest
}

function presentCategory(category: CategoryRow, event: { currency: string | null }, seats: SeatCounts): CategoryStats {
  const { eventId: _, price, ...rest } = category
  return { ...rest, price: printed(minor(price), currencyOf(event.currency)), ...countersOf(seats) }
}

/** Where nothing costs anything there may be no currency: amounts are then printed with two decimals. */
const currencyOf = (code: string | null): Currency => writtenCurrency(code) ?? NO_CURRENCY

const countersOf = ({ free, sold, checkedIn, pending, released }: SeatCounts) => ({
  notSoldTickets: free,
  soldTickets: sold,
  checkedInTickets: checkedIn,
  pendingTickets: pending,
  releasedTickets: released,
})
