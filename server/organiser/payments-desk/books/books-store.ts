import type { DrawerMoney } from '#domain/door/box-office/cash.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import type { BillingDocument } from '#domain/order/invoice/billing-document.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Period } from '#domain/payment/reconciliation/period.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** Whose books: of an organisation in a period, or of one event in all its time. */
export type BooksOf = {
  readonly organizationId: number
  /** Null: of the whole organisation. */
  readonly eventId: number | null
  /** Null: of all time. */
  readonly period: Period | null
}

const ALWAYS: Period = { from: '0001-01-02', to: '9999-12-29' }

/** $1 to $4 of each statement. */
const valuesOf = ({ organizationId, eventId, period }: BooksOf): readonly unknown[] => {
  const { from, to } = period ?? ALWAYS
  return [organizationId, eventId, from, to]
}

const IN_BOOKS = 'context.organization_id = $1 and ($2::integer is null or context.id = $2)'
const CONFIRMED_ON = '(confirmed_at at time zone context.time_zone)::date'
const IS_CONFIRMED_THEN = `confirmed_at >= $3::date - interval '1 day' and confirmed_at < $4::date + interval '2 days'
  and ${CONFIRMED_ON} between $3::date and $4::date`

export type BookedOrder = {
  readonly id: ReservationId
  readonly confirmedAt: Instant
  readonly confirmedOn: string
  readonly status: string
  readonly title: LocalizedTexts
  readonly person: string | null
  readonly company: string | null
  readonly country: string | null
  readonly method: string | null
  readonly currency: string | null
  readonly total: bigint
  readonly vat: bigint
  readonly discount: bigint
  readonly tickets: number
  readonly invoiceNumber: string | null
}

export type OrderPlace = Pick<BookedOrder, 'confirmedAt' | 'id'>

/** Orders that were confirmed then, whatever became of them since, in the order they were confirmed. */
export function bookedOrders(
  db: Queryable,
  of: BooksOf,
  { after, limit }: { readonly after: OrderPlace | null; readonly limit: number },
): Promise<BookedOrder[]> {
  const place = after ? [timestamp(after.confirmedAt), after.id] : [null, null]
  return db.query(ORDERS, [...valuesOf(of), ...place, limit])
}

const ORDERS = statement<BookedOrder>(
  'books-orders',
  `select reservation.id, confirmed_at as "confirmedAt", to_char(${CONFIRMED_ON}, 'YYYY-MM-DD') as "confirmedOn",
     reservation.status, title, nullif(concat_ws(' ', first_name, last_name), '') as person,
     billing ->> 'companyName' as company, billing ->> 'country' as country, payment_proxy as method, reservation.currency,
     final_price as total, vat, discount, invoice_number as "invoiceNumber",
     (select count(*)::int from ticket where reservation_id = reservation.id) as tickets
   from reservation join purchase_context as context on context.id = purchase_context_id
   where ${IN_BOOKS} and ${IS_CONFIRMED_THEN}
     and ($5::timestamptz is null or (confirmed_at, reservation.id) > ($5::timestamptz, $6::uuid))
   order by confirmed_at, reservation.id limit $7`,
)

export async function countOrders(db: Queryable, of: BooksOf): Promise<number> {
  const [row] = await db.query(COUNT, valuesOf(of))
  return row?.count ?? 0
}

const COUNT = statement<{ count: number }>(
  'books-count-orders',
  `select count(*)::int as count from reservation join purchase_context as context on context.id = purchase_context_id
   where ${IN_BOOKS} and ${IS_CONFIRMED_THEN}`,
)

export type BookedDocument = {
  readonly id: string
  readonly orderId: ReservationId
  readonly model: BillingDocument
  readonly isErased: boolean
}

/** Documents that count and were issued then, in the order of their days. */
export function bookedDocuments(
  db: Queryable,
  of: BooksOf,
  { after, limit }: { readonly after: BookedDocument | null; readonly limit: number },
): Promise<BookedDocument[]> {
  const place = after ? [after.model.issuedOn, after.id] : ['', '00000000-0000-0000-0000-000000000000']
  return db.query(DOCUMENTS, [...valuesOf(of), ...place, limit])
}

const DOCUMENTS = statement<BookedDocument>(
  'books-documents',
  `select document.id, reservation_id as "orderId", model, document.erased_at is not null as "isErased"
   from billing_document as document join reservation on reservation.id = reservation_id
     join purchase_context as context on context.id = purchase_context_id
   where document.status = 'VALID' and ${IN_BOOKS} and model ->> 'issuedOn' between $3::text and $4::text
     and (model ->> 'issuedOn', document.id) > ($5::text, $6::uuid)
   order by model ->> 'issuedOn', document.id limit $7`,
)

/** A drawer of a box office with what went in and out, as the books read it. */
export type BookedDrawer = DrawerMoney & {
  readonly id: number
  readonly title: LocalizedTexts
  readonly timeZone: string
  readonly door: string
  readonly person: string
  readonly currency: string
  readonly openedAt: Instant
  readonly closedAt: Instant | null
  readonly counted: Minor | null
  readonly cashSales: number
  readonly remark: string | null
}

/** Drawers that were counted then, or opened then and not counted yet, in the order they were opened. */
export function bookedDrawers(
  db: Queryable,
  of: BooksOf,
  { after, limit }: { readonly after: BookedDrawer | null; readonly limit: number },
): Promise<BookedDrawer[]> {
  return db.query(DRAWERS, [...valuesOf(of), after?.id ?? 0, limit])
}

/** Cash of a sale that was undone went in, and out of the drawer that returned it. */
const DRAWERS = statement<BookedDrawer>(
  'books-drawers',
  `select drawer.id, context.title, context.time_zone as "timeZone", door_key.name as door, drawer.person, drawer.currency,
     drawer.opened_at as "openedAt", drawer.closed_at as "closedAt", drawer.float_amount as float, "cashIn", "cashOut",
     drawer.counted, "cashSales", drawer.remark
   from box_drawer as drawer join door_key on door_key.id = drawer.door_key_id
     join purchase_context as context on context.id = drawer.event_id
   cross join lateral (
     select coalesce(sum(amount), 0)::bigint as "cashIn", count(*) filter (where undone_at is null)::int as "cashSales"
     from box_sale where drawer_id = drawer.id and way = 'CASH') as taken
   cross join lateral (
     select coalesce(sum(amount), 0)::bigint as "cashOut"
     from box_sale where undone_drawer_id = drawer.id and way = 'CASH') as returned
   where ${IN_BOOKS}
     and (coalesce(drawer.closed_at, drawer.opened_at) at time zone context.time_zone)::date between $3::date and $4::date
     and drawer.id > $5::integer
   order by drawer.id limit $6`,
)

/** Whose an event or a pass is, and what it is called in addresses; undefined for none. */
export async function ownerOfOffer(
  db: Queryable,
  id: number,
): Promise<{ readonly organizationId: number; readonly slug: string } | undefined> {
  const [owner] = await db.query(OWNER, [id])
  return owner
}

const OWNER = statement<{ organizationId: number; slug: string }>(
  'books-owner',
  `select organization_id as "organizationId", coalesce((select short_name from event where event.id = context.id),
     (select public_id::text from pass where pass.id = context.id)) as slug
   from purchase_context as context where context.id = $1`,
)
