import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { BoughtPass } from '#domain/order/pass/bought-pass.ts'
import type { Billing } from '#domain/order/reservation/billing.ts'
import type { Attendee, Contact } from '#domain/order/reservation/contact.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { type Database, type Tx, statement } from '#server/foundation/database/database.ts'
import { sqlTicketHas } from '#server/foundation/database/status-sql.ts'
import { ORDER_OF_SEATS } from '#server/order/order/release-held.ts'
import { type PlainOrder, storeUnlocked } from '#server/order/order/unlocked-order.ts'

export type StoredDetails = {
  readonly contact: Contact
  readonly customerReference: string | null
  /** What the buyer wrote for an invoice, and whether there will be one. */
  readonly billing: Billing
  readonly isInvoiceRequested: boolean
  readonly isValidated: boolean
  /** Who holds the tickets, by their public ids; tickets that are left out keep what they have. */
  readonly holders: readonly (readonly [publicId: string, Attendee])[]
}

/**
 * What the buyer has typed is kept whatever the verdict on it is; `isValidated` says the verdict. Empty texts are stored
 * as "not named".
 */
export async function storeDetails(tx: Tx, id: ReservationId, details: StoredDetails): Promise<void> {
  await tx.query(STORE_DETAILS, valuesOf([{ id, details, rowVersion: null }]))
}

/** Null: the caller has locked the order. */
type DetailsOfOrder = {
  readonly id: ReservationId
  readonly details: StoredDetails
  readonly rowVersion: string | null
}

function valuesOf(orders: readonly DetailsOfOrder[]): unknown[] {
  const column = (read: (details: StoredDetails) => unknown) => orders.map(({ details }) => read(details))
  const holders = orders.flatMap(({ id, details }) =>
    details.holders.map(([publicId, holder]) => ({ id, publicId, holder })),
  )
  const columnOfHolders = (read: (holder: Attendee) => string | null) =>
    holders.map(({ holder }) => read(holder) || null)
  return [
    orders.map(({ id }) => id),
    orders.map(({ rowVersion }) => rowVersion),
    column(({ contact }) => contact.firstName || null),
    column(({ contact }) => contact.lastName || null),
    column(({ contact }) => contact.email || null),
    column(({ customerReference }) => customerReference),
    column(({ billing }) => JSON.stringify(billing)),
    column(({ isInvoiceRequested }) => isInvoiceRequested),
    column(({ isValidated }) => isValidated),
    holders.map(({ id }) => id),
    holders.map(({ publicId }) => publicId),
    columnOfHolders(({ firstName }) => firstName),
    columnOfHolders(({ lastName }) => lastName),
    columnOfHolders(({ email }) => email),
    columnOfHolders(({ language }) => language),
  ]
}

/**
 * An order without a version is stored whatever it is; one that another transaction has locked is left out, so that no buyer waits for
 * the order of another one. The seats are locked after their reservation. What was sent takes the place of what was typed, in
 * this tab or in another. The limits on `number` are always met, see `ORDER_WITH_TICKETS`.
 */
const STORE_DETAILS = statement<{ readonly id: ReservationId }>(
  'store-details',
  `with sent as materialized (
     select * from unnest($1::uuid[], $2::xid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::boolean[],
       $9::boolean[]) with ordinality as sent (id, row_version, first_name, last_name, email, customer_reference, billing,
       invoice_requested, validated, number)
     where number between 1 and 1000
   ), due as materialized (
     select sent.* from sent join reservation on reservation.id = sent.id
     where row_version is null or reservation.xmin = row_version for update of reservation skip locked
   ), stored as (
     update reservation set first_name = due.first_name, last_name = due.last_name, email = due.email,
       customer_reference = due.customer_reference, billing = due.billing, invoice_requested = due.invoice_requested,
       validated = due.validated
     from due where reservation.id = due.id returning reservation.id
   ), seat as materialized (
     select ticket.id, holder.*
     from stored join unnest($10::uuid[], $11::uuid[], $12::text[], $13::text[], $14::text[], $15::text[])
       as holder (order_id, holder_of, first_name, last_name, email, language) on order_id = stored.id
     join ticket on public_uuid = holder_of and reservation_id = stored.id
     join ticket_category as category on category.id = category_id
     where ${sqlTicketHas('isHeld')} order by ${ORDER_OF_SEATS} for update of ticket
   ), held as (
     update ticket set first_name = seat.first_name, last_name = seat.last_name, email = seat.email,
       language = seat.language
     from seat where ticket.id = seat.id
   ), dropped as (
     delete from booking_draft using stored where reservation_id = stored.id
   )
   select id from stored`,
)

const storeUnlockedDetails = storeUnlocked<DetailsOfOrder>(STORE_DETAILS, valuesOf)

/** The same without a transaction; false where the order has changed since it was read, and nothing is stored. */
export const storePlainDetails = (
  db: Database,
  { reservation, rowVersion }: PlainOrder,
  details: StoredDetails,
): Promise<boolean> => storeUnlockedDetails(db, { id: reservation.id, details, rowVersion })

/** Whom the passes of an order are for; null: the buyer. */
export async function storeOwner(tx: Tx, passes: readonly BoughtPass[], owner: Contact | null): Promise<void> {
  if (passes.length === 0) return
  await tx.kysely
    .updateTable('bought_pass')
    .set({
      first_name: owner?.firstName || null,
      last_name: owner?.lastName || null,
      email: owner?.email || null,
    })
    .where(
      'id',
      'in',
      passes.map(({ id }) => id),
    )
    .execute()
}

/** Gives extras of an order to other tickets of it. */
export async function moveItems(
  tx: Tx,
  id: ReservationId,
  items: readonly { readonly id: bigint; readonly ticketId: bigint }[],
): Promise<void> {
  if (items.length === 0) return
  const [ids, tickets] = [items.map(item => item.id), items.map(({ ticketId }) => ticketId)]
  await sql`
    update additional_service_item as item set ticket_id = moved.ticket_id
    from unnest(${ids}::bigint[], ${tickets}::bigint[]) as moved (id, ticket_id)
    where item.id = moved.id and item.reservation_id = ${id} and item.ticket_id <> moved.ticket_id`.execute(tx.kysely)
}

export async function storeValidated(tx: Tx, id: ReservationId, isValidated: boolean): Promise<void> {
  await tx.kysely.updateTable('reservation').set({ validated: isValidated }).where('id', '=', id).execute()
}

export async function storeHold(tx: Tx, id: ReservationId, hold: { validity: Instant; extendedMinutes: number }) {
  await tx.kysely
    .updateTable('reservation')
    .set({ validity: timestamp(hold.validity), extended_minutes: hold.extendedMinutes })
    .where('id', '=', id)
    .execute()
}
