import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import type { ItemPrice } from '#domain/order/pricing/price-order.ts'
import type { AppliedVatStatus } from '#domain/catalog/price/vat.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { TicketStatus } from './states.ts'
import { type Instant, minutes } from '#domain/foundation/instant.ts'

/** A seat that belongs to a reservation. */
export type Ticket = {
  readonly id: bigint
  /** Private: in the ticket code only. */
  readonly uuid: string
  /** In addresses and answers. */
  readonly publicId: string
  /** By which its order lists it since it was passed on, so that the order does not open it; null: by its public id. */
  readonly idInOrder: string | null
  readonly reservationId: ReservationId
  readonly categoryId: CategoryId
  readonly status: TicketStatus
  readonly price: ItemPrice
  /** The bought pass that pays for it; null: none does. */
  readonly coveredBy: BoughtPassId | null
  /** Its own, where it differs from the order's (domain rules 1.2). */
  readonly vatStatus: AppliedVatStatus | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  readonly language: string | null
  /** The holder can no longer be changed. */
  readonly isLocked: boolean
}

export type Holder = { readonly firstName: string; readonly lastName: string; readonly email: string }

/** Who holds the ticket; undefined while no holder is named (lifecycle E: name and e-mail present). */
export function holderOf({ firstName, lastName, email }: Ticket): Holder | undefined {
  return firstName && lastName && email ? { firstName, lastName, email } : undefined
}

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}

/** The bought pass that pays for tickets of an order: never more than one (domain rules 7.3); null where none does. */
export const appliedPassIn = (tickets: readonly Pick<Ticket, 'coveredBy'>[]): BoughtPassId | null =>
  tickets.find(({ coveredBy }) => coveredBy !== null)?.coveredBy ?? null

/**
 * How long the session that passed a ticket on may read it by its former id: clients do so after saving (lifecycle E).
 */
const READABLE_FOR = minutes(10)

/** May the session that passed the ticket on at this moment still read it by the id it had? */
export function isReadableByFormerId(passedOnAt: Instant, now: Instant): boolean {
  return now < passedOnAt + READABLE_FOR
}
