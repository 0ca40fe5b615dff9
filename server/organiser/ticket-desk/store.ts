import type { Contact } from '#domain/order/reservation/contact.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type Tx, statement } from '#server/foundation/database/database.ts'
import { sqlTicketHas } from '#server/foundation/database/status-sql.ts'
import { ORDER_OF_SEATS } from '#server/order/order/release-held.ts'
import type { AttendeeRequest } from './order-request.ts'

export type OrderForBuyer = {
  readonly buyer: Contact | null
  readonly configuration: Readonly<Record<string, boolean>> | null
  /** Of every ticket that gets none of its own. */
  readonly externalReference: string | null
}

/** What an organiser says of an order that they begin for a buyer. */
export async function storeOrderForBuyer(tx: Tx, id: ReservationId, order: OrderForBuyer): Promise<void> {
  const { buyer, configuration, externalReference } = order
  await tx.kysely
    .updateTable('reservation')
    .set({
      first_name: buyer?.firstName || null,
      last_name: buyer?.lastName || null,
      email: buyer?.email || null,
      configuration: configuration && JSON.stringify(configuration),
    })
    .where('id', '=', id)
    .execute()
  if (externalReference === null) return
  await tx.kysely
    .updateTable('ticket')
    .set({ external_reference: externalReference })
    .where('reservation_id', '=', id)
    .execute()
}

/** A ticket of the order by its number, and who comes with it. */
export type Seated = readonly [ticket: { readonly id: bigint }, AttendeeRequest & { readonly isLocked: boolean }]

/** Tickets that are left out keep what they have. */
export async function storeAttendees(tx: Tx, id: ReservationId, seated: readonly Seated[]): Promise<void> {
  if (seated.length === 0) return
  const column = <Value>(read: (attendee: Seated[1]) => Value) => seated.map(([, attendee]) => read(attendee))
  await tx.query(STORE_ATTENDEES, [
    id,
    seated.map(([ticket]) => ticket.id),
    column(({ firstName }) => firstName || null),
    column(({ lastName }) => lastName || null),
    column(({ email }) => email || null),
    column(({ language }) => language),
    column(({ externalReference }) => externalReference),
    column(({ metadata }) => metadata && JSON.stringify(metadata)),
    column(({ isLocked }) => isLocked),
  ])
}

const STORE_ATTENDEES = statement<never>(
  'store-attendees',
  `with seat as materialized (
     select ticket.id, attendee.*
     from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::boolean[])
       as attendee (ticket_id, first_name, last_name, email, language, external_reference, metadata, is_locked)
     join ticket on ticket.id = ticket_id join ticket_category as category on category.id = category_id
     where reservation_id = $1 and ${sqlTicketHas('isHeld')} order by ${ORDER_OF_SEATS} for update of ticket
   )
   update ticket set first_name = seat.first_name, last_name = seat.last_name, email = seat.email,
     language = coalesce(seat.language, ticket.language), 
     external_reference = coalesce(seat.external_reference, ticket.external_reference),
     metadata = seat.metadata::jsonb, locked = locked or is_locked
   from seat where ticket.id = seat.id`,
)
