import { type RawBuilder, sql } from 'kysely'
import { type StatusTrait, statusesWith } from '#domain/order/reservation/states.ts'

/**
 * SQL that is true for the reservations whose status has a trait: `reservation.status in ('FINALIZING', ...)`. The
 * statuses are part of the text itself, not parameters, so that PostgreSQL sees which partial indexes serve.
 */
export function reservationHas(trait: StatusTrait): string {
  return `reservation.status in (${quoted(statusesWith(trait))})`
}

/** The same for Kysely: `.where(whereReservation('isOpen'))`, and inside of its `sql` texts. */
export function whereReservation(trait: StatusTrait): RawBuilder<boolean> {
  return sql.raw<boolean>(reservationHas(trait))
}

/** `'PENDING', 'COMPLETE'`: of our own constants, which need no escaping. */
export function quoted(statuses: readonly string[]): string {
  return statuses.map(status => `'${status}'`).join(', ')
}
