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
import type { PlainOrder } from '#server/order/order/unlocked-order.ts'

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
  await tx.query(STORE_DETAILS, valuesOf(id, details))
}

/** The same without a transaction; returns no row where the order has changed since it was read, and nothing is stored. */
export function storePlainDetails(
  db: Database,
  { reservation, rowVersion }: PlainOrder,
  details: StoredDetails,
): Promise<readonly unknown[]> {
  return db.query(STORE_PLAIN_DETAILS, [...valuesOf(reservation.id, details), rowVersion])
}

function valuesOf(id: ReservationId, details: StoredDetails): unknown[] {
  const { contact, customerReference, billing, isInvoiceRequested, isValidated, holders } = details
  const column = (read: (holder: Attendee) => string | null) => holders.map(([, holder]) => read(holder) || null)
  return [
    id,
    contact.firstName || null,
    contact.lastName || null,
    contact.email || null,
    customerReference,
    JSON.stringify(billing),
    isInvoiceRequested,
    isValidated,
    holders.map(([publicId]) => publicId),
    column(({ firstName }) => firstName),
    column(({ lastName }) => lastName),
    column(({ email }) => email),
    column(({ language }) => language),
  ]
}

/** `taken`: SQL that has a row once the reservation is locked; the seats are locked after it. */
const storedHolders = (taken: string): string => `seat as materialized (
     select ticket.id, holder.*
     from ${taken} cross join unnest($9::uuid[], $10::text[], $11::text[], $12::text[], $13::text[])
       as holder (holder_of, first_name, last_name, email, language)
     join ticket on public_uuid = holder_of join ticket_category as category on category.id = category_id
     where reservation_id = $1 and ${sqlTicketHas('isHeld')} order by ${ORDER_OF_SEATS} for update of ticket
   ), held as (
     update ticket set first_name = seat.first_name, last_name = seat.last_name, email = seat.email,
       language = seat.language
     from seat where ticket.id = seat.id
   )`

const STORED_CONTACT = `update reservation set first_name = $2, last_name = $3, email = $4, customer_reference = $5,
   billing = $6, invoice_requested = $7, validated = $8 where id = $1`

/** What was sent takes the place of what was typed, in this tab or in another. */
const WITHOUT_DRAFT = `dropped as (
     delete from booking_draft where reservation_id = $1
   )`

const STORE_DETAILS = statement<never>(
  'store-details',
  `with ${storedHolders('(select) as taken')}, ${WITHOUT_DRAFT} ${STORED_CONTACT}`,
)

const STORE_PLAIN_DETAILS = statement<object>(
  'store-plain-details',
  `with stored as (
     ${STORED_CONTACT} and xmin = $14::xid returning id
   ), ${storedHolders('stored')}, dropped as (
     delete from booking_draft using stored where reservation_id = stored.id
   )
   select id from stored`,
)

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
