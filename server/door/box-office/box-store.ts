import type { BoxWay } from '#contract/box-office.ts'
import type { CountedPiece, DrawerMoney } from '#domain/door/box-office/cash.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { type Minor, minor } from '#domain/foundation/money/money.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** A drawer with what went in and out. */
export type StoredDrawer = DrawerMoney & {
  readonly id: number
  readonly doorKeyId: number
  readonly person: string
  readonly door: string
  readonly currency: string
  readonly openedAt: Instant
  readonly closedAt: Instant | null
  readonly counted: Minor | null
  readonly pieces: readonly CountedPiece[] | null
  readonly remark: string | null
  readonly sales: number
}

type DrawerRow = Omit<StoredDrawer, 'float' | 'cashIn' | 'cashOut' | 'counted' | 'pieces'> & {
  readonly float: bigint
  readonly cashIn: bigint
  readonly cashOut: bigint
  readonly counted: bigint | null
  readonly pieces: readonly { readonly value: string; readonly count: number }[] | null
}

const DRAWERS = `select box_drawer.id, door_key_id as "doorKeyId", person, door_key.name as door, currency,
     float_amount as float, opened_at as "openedAt", closed_at as "closedAt", counted, pieces, remark,
     "cashIn", "cashOut", sales
   from box_drawer join door_key on door_key.id = door_key_id
   cross join lateral (
     select coalesce(sum(amount) filter (where way = 'CASH'), 0)::bigint as "cashIn",
       count(*) filter (where undone_at is null)::int as sales
     from box_sale where drawer_id = box_drawer.id) as taken
   cross join lateral (
     select coalesce(sum(amount), 0)::bigint as "cashOut"
     from box_sale where undone_drawer_id = box_drawer.id and way = 'CASH') as returned`

const OPEN_OF_DOOR = statement<DrawerRow>(
  'box-drawers-open',
  `${DRAWERS} where door_key_id = $1 and closed_at is null order by box_drawer.id desc`,
)
const OF_EVENT = statement<DrawerRow>(
  'box-drawers-of-event',
  `${DRAWERS} where box_drawer.event_id = $1 order by box_drawer.id desc`,
)
const ONE = statement<DrawerRow>('box-drawer', `${DRAWERS} where door_key_id = $1 and box_drawer.id = $2`)
const OF_REQUEST = statement<DrawerRow>(
  'box-drawer-of-request',
  `${DRAWERS} where door_key_id = $1 and box_drawer.request_id = $2`,
)

const drawerFrom = (row: DrawerRow): StoredDrawer => ({
  ...row,
  float: minor(row.float),
  cashIn: minor(row.cashIn),
  cashOut: minor(row.cashOut),
  counted: row.counted === null ? null : minor(row.counted),
  pieces: row.pieces?.map(({ value, count }) => ({ value: minor(BigInt(value)), count })) ?? null,
})

export const openDrawersOf = async (on: Queryable, doorKeyId: number): Promise<StoredDrawer[]> =>
  (await on.query(OPEN_OF_DOOR, [doorKeyId])).map(drawerFrom)

export const drawersOfEvent = async (on: Queryable, eventId: number): Promise<StoredDrawer[]> =>
  (await on.query(OF_EVENT, [eventId])).map(drawerFrom)

/** A drawer of this door; undefined for every other one. */
export async function findDrawer(on: Queryable, doorKeyId: number, id: number): Promise<StoredDrawer | undefined> {
  const [row] = await on.query(ONE, [doorKeyId, id])
  return row && drawerFrom(row)
}

export async function drawerOfRequest(
  on: Queryable,
  doorKeyId: number,
  requestId: string,
): Promise<StoredDrawer | undefined> {
  const [row] = await on.query(OF_REQUEST, [doorKeyId, requestId])
  return row && drawerFrom(row)
}

export type NewDrawer = {
  readonly eventId: number
  readonly doorKeyId: number
  readonly requestId: string
  readonly person: string
  readonly currency: string
  readonly float: Minor
  readonly now: Instant
}

/** The same request waits here for the one that came first, and is no second drawer. */
export async function insertDrawer(tx: Tx, drawer: NewDrawer): Promise<void> {
  await tx.kysely
    .insertInto('box_drawer')
    .values({
      event_id: drawer.eventId,
      door_key_id: drawer.doorKeyId,
      request_id: drawer.requestId,
      person: drawer.person,
      currency: drawer.currency,
      float_amount: drawer.float,
      opened_at: timestamp(drawer.now),
    })
    .onConflict(conflict => conflict.constraint('box_drawer_request').doNothing())
    .execute()
}

/** Locks a drawer of this door until the transaction ends, so that it is not counted while money goes in or out. */
export async function lockDrawer(tx: Tx, doorKeyId: number, id: number): Promise<'open' | 'closed' | undefined> {
  const row = await tx.kysely
    .selectFrom('box_drawer')
    .select('closed_at')
    .where('id', '=', id)
    .where('door_key_id', '=', doorKeyId)
    .forUpdate()
    .executeTakeFirst()
  return row && (row.closed_at === null ? 'open' : 'closed')
}

type Count = {
  readonly counted: Minor
  readonly pieces: readonly CountedPiece[] | null
  readonly remark: string | null
  readonly now: Instant
}

export async function closeDrawer(tx: Tx, id: number, { counted, pieces, remark, now }: Count): Promise<void> {
  const stored = pieces?.map(({ value, count }) => ({ value: String(value), count })) ?? null
  await tx.kysely
    .updateTable('box_drawer')
    .set({ counted, pieces: stored && JSON.stringify(stored), remark, closed_at: timestamp(now) })
    .where('id', '=', id)
    .execute()
}

/** A sale as it was made. */
export type StoredSale = {
  readonly id: number
  readonly orderId: ReservationId
  readonly drawerId: number
  readonly person: string
  readonly way: BoxWay
  readonly amount: Minor
  readonly given: Minor | null
  readonly receipt: string | null
  readonly at: Instant
  readonly undoneAt: Instant | null
  readonly lines: readonly { readonly categoryId: number; readonly name: string; readonly quantity: number }[]
  readonly extras: readonly { readonly extraId: number; readonly title: LocalizedTexts; readonly quantity: number }[]
}

type SaleRow = Omit<StoredSale, 'amount' | 'given'> & { readonly amount: bigint; readonly given: bigint | null }

const SALES = `select box_sale.id, order_id as "orderId", drawer_id as "drawerId", person, way, amount, given, receipt, at,
     undone_at as "undoneAt", lines, extras
   from box_sale join box_drawer on box_drawer.id = drawer_id
   cross join lateral (
     select coalesce(jsonb_agg(jsonb_build_object('categoryId', category_id, 'name', name, 'quantity', quantity)
       order by ordinal, category_id), '[]') as lines
     from box_sale_line join ticket_category on ticket_category.id = category_id where sale_id = box_sale.id) as sold
   cross join lateral (
     select coalesce(jsonb_agg(jsonb_build_object('extraId', service_id, 'title', title, 'quantity', quantity)
       order by ordinal, service_id), '[]') as extras
     from box_sale_extra join additional_service on additional_service.id = service_id
     where sale_id = box_sale.id) as added`

const SALE = statement<SaleRow>('box-sale', `${SALES} where box_sale.door_key_id = $1 and box_sale.id = $2`)
const SALE_OF_REQUEST = statement<SaleRow>(
  'box-sale-of-request',
  `${SALES} where box_sale.door_key_id = $1 and box_sale.request_id = $2`,
)
const LAST_SALES = statement<SaleRow>(
  'box-sales-last',
  `${SALES} where box_sale.door_key_id = $1 order by box_sale.id desc limit 20`,
)

const saleFrom = (row: SaleRow): StoredSale => ({
  ...row,
  amount: minor(row.amount),
  given: row.given === null ? null : minor(row.given),
})

/** A sale of this door; undefined for every other one. */
export async function findSale(on: Queryable, doorKeyId: number, id: number): Promise<StoredSale | undefined> {
  const [row] = await on.query(SALE, [doorKeyId, id])
  return row && saleFrom(row)
}

export async function saleOfRequest(
  on: Queryable,
  doorKeyId: number,
  requestId: string,
): Promise<StoredSale | undefined> {
  const [row] = await on.query(SALE_OF_REQUEST, [doorKeyId, requestId])
  return row && saleFrom(row)
}

/** The last twenty of a door, the latest first. */
export const lastSales = async (on: Queryable, doorKeyId: number): Promise<StoredSale[]> =>
  (await on.query(LAST_SALES, [doorKeyId])).map(saleFrom)

export type NewSale = {
  readonly eventId: number
  readonly doorKeyId: number
  readonly drawerId: number
  readonly requestId: string
  readonly orderId: ReservationId
  readonly way: BoxWay
  readonly amount: Minor
  readonly given: Minor | null
  readonly receipt: string | null
  readonly now: Instant
}

/** Stores a sale with what its order has. */
export async function insertSale(tx: Tx, sale: NewSale): Promise<void> {
  const { id } = await tx.kysely
    .insertInto('box_sale')
    .values({
      event_id: sale.eventId,
      door_key_id: sale.doorKeyId,
      drawer_id: sale.drawerId,
      request_id: sale.requestId,
      order_id: sale.orderId,
      way: sale.way,
      amount: sale.amount,
      given: sale.given,
      receipt: sale.receipt,
      at: timestamp(sale.now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.query(LINES, [id, sale.orderId])
  await tx.query(EXTRAS, [id, sale.orderId])
}

const LINES = statement<{ sale_id: number }>(
  'box-sale-lines',
  `insert into box_sale_line (sale_id, category_id, quantity, amount)
   select $1, category_id, count(*)::int, coalesce(sum(final_price), 0)::bigint
   from ticket where reservation_id = $2 and category_id is not null group by category_id
   returning sale_id`,
)

const EXTRAS = statement<{ sale_id: number }>(
  'box-sale-extras',
  `insert into box_sale_extra (sale_id, service_id, quantity, amount)
   select $1, service_id, count(*)::int, coalesce(sum(final_price), 0)::bigint
   from additional_service_item where reservation_id = $2 group by service_id
   returning sale_id`,
)

/** True where it had not been undone before; the caller has locked its order. */
export async function markUndone(
  tx: Tx,
  id: number,
  { drawerId, now }: { readonly drawerId: number; readonly now: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('box_sale')
    .set({ undone_at: timestamp(now), undone_drawer_id: drawerId })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How many mails of an order there are. */
export async function mailsTo(on: Queryable, orderId: ReservationId): Promise<number> {
  const { mails } = await on.kysely
    .selectFrom('mail')
    .select(({ fn }) => fn.countAll<bigint>().as('mails'))
    .where('reservation_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return Number(mails)
}
