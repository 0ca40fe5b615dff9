import type { BoxWay } from '#contract/box-office.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import { reservationHas } from '#server/foundation/database/status-sql.ts'

/** What one person sold by one way of payment. */
export type SumsRow = {
  readonly person: string
  readonly way: BoxWay
  readonly sales: number
  readonly amount: bigint
  readonly awaited: bigint
  readonly undone: number
  readonly returned: bigint
}

/**
 * A sale whose order was not paid in time, or was ended at the desk before it was paid, is none; an order that the desk ended after it
 * was paid at the door stays a sale, because its money came into the drawer.
 */
const COUNTS = `undone_at is null and (way in ('CASH', 'TERMINAL') or (reservation.id is not null and not ${reservationHas('hasEnded')}))`

const SUMS = statement<SumsRow>(
  'box-sums',
  `select person, way, count(*) filter (where ${COUNTS})::int as sales,
     coalesce(sum(amount) filter (where ${COUNTS}), 0)::bigint as amount,
     coalesce(sum(amount) filter (where ${COUNTS} and way in ('TRANSFER', 'LINK')
       and not ${reservationHas('isComplete')}), 0)::bigint as awaited,
     count(*) filter (where undone_at is not null)::int as undone,
     coalesce(sum(amount) filter (where undone_at is not null and way in ('CASH', 'TERMINAL')), 0)::bigint as returned
   from box_sale join box_drawer on box_drawer.id = drawer_id left join reservation on reservation.id = order_id
   where box_sale.event_id = $1 group by person, way order by person, way`,
)

export const sumsOfSales = (db: Queryable, eventId: number): Promise<SumsRow[]> => db.query(SUMS, [eventId])

export type CategoryRow = {
  readonly categoryId: number
  readonly name: string
  readonly tickets: number
  readonly amount: bigint
}

const BY_CATEGORY = statement<CategoryRow>(
  'box-sums-by-category',
  `select category_id as "categoryId", name, sum(quantity)::int as tickets, sum(box_sale_line.amount)::bigint as amount
   from box_sale join box_sale_line on sale_id = box_sale.id join ticket_category on ticket_category.id = category_id
     left join reservation on reservation.id = order_id
   where box_sale.event_id = $1 and ${COUNTS}
   group by category_id, name, ordinal order by ordinal, category_id`,
)

export const sumsOfCategories = (db: Queryable, eventId: number): Promise<CategoryRow[]> =>
  db.query(BY_CATEGORY, [eventId])

export type ExtraRow = {
  readonly extraId: number
  readonly title: LocalizedTexts
  readonly quantity: number
  readonly amount: bigint
}

const BY_EXTRA = statement<ExtraRow>(
  'box-sums-by-extra',
  `select service_id as "extraId", title, sum(quantity)::int as quantity, sum(box_sale_extra.amount)::bigint as amount
   from box_sale join box_sale_extra on sale_id = box_sale.id join additional_service on additional_service.id = service_id
     left join reservation on reservation.id = order_id
   where box_sale.event_id = $1 and ${COUNTS}
   group by service_id, title, ordinal order by ordinal, service_id`,
)

export const sumsOfExtras = (db: Queryable, eventId: number): Promise<ExtraRow[]> => db.query(BY_EXTRA, [eventId])

export type ListedSale = {
  readonly at: Instant
  readonly door: string
  readonly person: string
  readonly drawerId: number
  readonly way: BoxWay
  readonly amount: bigint
  readonly currency: string
  readonly receipt: string | null
  readonly orderId: ReservationId
  readonly tickets: number
  readonly undoneAt: Instant | null
}

const LISTED = statement<ListedSale>(
  'box-sales-of-event',
  `select at, door_key.name as door, person, drawer_id as "drawerId", way, amount, currency, receipt,
     order_id as "orderId", undone_at as "undoneAt",
     (select coalesce(sum(quantity), 0)::int from box_sale_line where sale_id = box_sale.id) as tickets
   from box_sale join box_drawer on box_drawer.id = drawer_id join door_key on door_key.id = box_sale.door_key_id
   where box_sale.event_id = $1 order by box_sale.id`,
)

/** The sales of an event, the earliest first. */
export const salesOfEvent = (db: Queryable, eventId: number): Promise<ListedSale[]> => db.query(LISTED, [eventId])
