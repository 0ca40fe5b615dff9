import { sql } from 'kysely'
import type { ListedDeskOrder, OrderFilterName } from '#contract/desk-order.ts'
import { type Resource, may } from '#domain/access/principal/principal.ts'
import type { Principal } from '#domain/access/principal/principal.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type LocalizedTexts, inLanguage } from '#domain/foundation/language/texts.ts'
import { NO_CURRENCY, writtenCurrency } from '#domain/foundation/money/currency.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import { shortId } from '#domain/order/reservation/reservation.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type ReservationStatus, has } from '#domain/order/reservation/states.ts'
import { orderGroup } from '#domain/organiser/order-desk/order-group.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { whereReservation } from '#server/foundation/database/status-sql.ts'
import {
  GROUP,
  HAS_CHANNEL,
  HAS_OPEN_REFUND,
  HAS_REVIEW,
  IS_REMARKABLE,
  type OrderFilter,
  REFUNDED,
  type Sight,
  isShown,
  isTransferLate,
  passes,
} from './filter.ts'

/** Orders on one page of the list. */
const PAGE = 100

/** Where an order is in the list. */
export type Place = { readonly createdAt: Instant; readonly id: string }

export type OrderList = OrderFilter & {
  readonly show?: OrderFilterName | undefined
  /** The last order of the page before. */
  readonly after?: Place | undefined
}

type Caller = {
  readonly by: Principal
  readonly sight: Sight
  readonly language: string
  readonly now: Instant
}

export type OrderPage = { readonly orders: ListedDeskOrder[]; readonly next: Place | null }

/** A page of the orders that the caller may see; by three statements, however many there are. */
export async function listOrders(db: Queryable, list: OrderList, caller: Caller): Promise<OrderPage> {
  const { sight, now } = caller
  const { show, after } = list
  const ids = await db.kysely
    .selectFrom('reservation')
    .innerJoin('purchase_context as context', 'context.id', 'purchase_context_id')
    .select(['reservation.id', 'reservation.created_at as createdAt'])
    .where(passes(sight, list))
    .$if(show !== undefined, one => one.where(isShown(show ?? 'NEEDS', sight, now)))
    .$if(after !== undefined, one =>
      one.where(
        sql<boolean>`(reservation.created_at, reservation.id) < (${timestamp(after?.createdAt ?? now)}::timestamptz, ${after?.id ?? null}::uuid)`,
      ),
    )
    .orderBy('reservation.created_at', 'desc')
    .orderBy('reservation.id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const shown = ids.slice(0, PAGE)
  const last = ids.length > PAGE ? shown.at(-1) : undefined
  return {
    orders: await presentListed(
      db,
      shown.map(({ id }) => id),
      caller,
    ),
    next: last ?? null,
  }
}

/** The ids of all orders that a list has, the oldest first; no more than `limit`. */
export async function foundOrderIds(
  db: Queryable,
  list: OrderList,
  { sight, now, limit }: Pick<Caller, 'sight' | 'now'> & { readonly limit: number },
): Promise<string[]> {
  const { show } = list
  const rows = await db.kysely
    .selectFrom('reservation')
    .innerJoin('purchase_context as context', 'context.id', 'purchase_context_id')
    .select('reservation.id')
    .where(passes(sight, list))
    .$if(show !== undefined, one => one.where(isShown(show ?? 'NEEDS', sight, now)))
    .orderBy('reservation.created_at')
    .orderBy('reservation.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** So many of the orders that a search finds are counted. */
const MOST_COUNTED = 5_000

export type OrderCounts = Record<'ALL' | OrderFilterName, number>

/** Null: a search finds too many to count them while its caller waits. */
export async function countOrders(
  db: Queryable,
  filter: OrderFilter,
  { sight, now }: Pick<Caller, 'sight' | 'now'>,
): Promise<OrderCounts | null> {
  const isSearch = filter.search.words.length > 0
  const counted = sql`select reservation.id, reservation.status, ${isTransferLate(now)} as is_late
    from reservation join purchase_context as context on context.id = purchase_context_id
    where ${passes(sight, filter)} ${isSearch ? sql`limit ${MOST_COUNTED + 1}` : sql``}`
  const { rows: statuses } = await sql<{ status: ReservationStatus; count: number; late: number }>`
    select status, count(*)::int as count, count(*) filter (where is_late)::int as late
    from (${counted}) as counted group by status`.execute(db.kysely)
  const counts: OrderCounts = { ALL: 0, NEEDS: 0, AWAITED: 0, COMPLETE: 0, OPEN: 0, ENDED: 0, REFUND: 0 }
  for (const { status, count, late } of statuses) {
    counts.ALL += count
    counts.NEEDS += has({ status }, 'needsOrganiser') ? count : late
    const group = orderGroup(status)
    if (group !== 'UNKNOWN') counts[group] += count
  }
  if (isSearch && counts.ALL > MOST_COUNTED) return null
  // Few of all orders, so that they are read one by one.
  const { rows } = await sql<{ reviewed: number; refunded: number }>`
    select count(*) filter (where ${HAS_REVIEW} and not (${whereReservation('needsOrganiser')} or ${isTransferLate(now)}))::int as reviewed,
      count(*) filter (where ${isShown('REFUND', sight, now)})::int as refunded
    from reservation join purchase_context as context on context.id = purchase_context_id
    where ${IS_REMARKABLE} and ${passes(sight, filter)}`.execute(db.kysely)
  counts.NEEDS += rows[0]?.reviewed ?? 0
  counts.REFUND += rows[0]?.refunded ?? 0
  return counts
}

/** Orders by their ids, in the order of the ids. */
export async function presentListed(
  db: Queryable,
  ids: readonly string[],
  { by, language, now }: Pick<Caller, 'by' | 'language' | 'now'>,
): Promise<ListedDeskOrder[]> {
  if (ids.length === 0) return []
  const length = (await systemSettings(db)).number('PARTIAL_RESERVATION_ID_LENGTH')
  const rows = new Map((await rowsOf(db, ids, now)).map(row => [row.id, row]))
  return ids.flatMap(id => {
    const row = rows.get(id)
    return row ? [presentRow(row, { by, language, length })] : []
  })
}

function rowsOf(db: Queryable, ids: readonly string[], now: Instant) {
  return db.kysely
    .selectFrom('reservation')
    .innerJoin('purchase_context as context', 'context.id', 'purchase_context_id')
    .leftJoin('event', 'event.id', 'context.id')
    .leftJoin('pass', 'pass.id', 'context.id')
    .select(['reservation.id', 'reservation.status', 'reservation.created_at as createdAt'])
    .select([
      'reservation.currency',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'final_price as total',
    ])
    .select(['payment_proxy as method', 'erased_at as erasedAt', 'validity'])
    .select(['context.id as contextId', 'context.title', 'context.organization_id as organizationId'])
    .select(['context.time_zone as timezone', 'event.short_name as shortName', 'pass.public_id as passId'])
    .select([
      GROUP.as('group'),
      REFUNDED.as('refunded'),
      HAS_REVIEW.as('hasReview'),
      HAS_OPEN_REFUND.as('isRefundOpen'),
      isTransferLate(now).as('isLate'),
      sql<boolean>`${whereReservation('hasTransferDeadline')}`.as('hasDeadline'),
      sql<boolean>`${whereReservation('needsOrganiser')}`.as('isStuck'),
      sql<string | null>`nullif(billing ->> 'companyName', '')`.as('company'),
      sql<number>`(select count(*)::int from ticket where reservation_id = reservation.id)`.as('tickets'),
      sql<string[]>`array(select tag from order_tag where reservation_id = reservation.id order by tag)`.as('tags'),
    ])
    .where('reservation.id', 'in', [...ids])
    .execute()
}

type OrderRow = Awaited<ReturnType<typeof rowsOf>>[number]

type Words = { readonly by: Principal; readonly language: string; readonly length: number }

function presentRow(row: OrderRow, { by, language, length }: Words): ListedDeskOrder {
  const { id, status, group, createdAt, firstName, lastName, email, company, tickets, tags, validity } = row
  const { isStuck, isLate, hasReview, hasDeadline, erasedAt } = row
  const isOfMoney = may(by, 'manage-orders', ownerOf(row))
  return {
    id,
    // The decoding edge: it is the id of a row.
    shortId: shortId({ id: id as ReservationId }, length),
    status,
    group,
    createdAt,
    name: [firstName, lastName].filter(Boolean).join(' '),
    email: email ?? '',
    company,
    isErased: erasedAt !== null,
    of: presentContext(row, language),
    tickets,
    tags,
    dueAt: hasDeadline ? validity : null,
    needs: [
      ...(isStuck ? (['PAYMENT_UNKNOWN'] as const) : []),
      ...(isLate ? (['TRANSFER_LATE'] as const) : []),
      ...(hasReview ? (['PAYMENT_REVIEW'] as const) : []),
    ],
    money: isOfMoney ? presentMoney(row) : null,
  }
}

export const ownerOf = (row: {
  readonly organizationId: number
  readonly contextId: number
}): Exclude<Resource, 'shop'> => ({
  organizationId: row.organizationId,
  eventId: row.contextId,
})

function presentMoney({ total, currency: code, refunded, isRefundOpen, method }: OrderRow): ListedDeskOrder['money'] {
  const currency = writtenCurrency(code)
  const print = (amount: bigint) => printed(minor(amount), currency ?? NO_CURRENCY)
  return {
    total: print(total),
    currency,
    refunded: print(refunded),
    isRefundOpen,
    // Written by the shop alone.
    method: method as PaymentProxy | null,
  }
}

/** So many channels are offered as filters. */
const MOST_CHANNELS = 200

/** The channels by which buyers came to an event, where the caller may see its orders. */
export async function channelsOf(db: Queryable, { orders }: Sight, contextId: number): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('reservation')
    .innerJoin('purchase_context as context', 'context.id', 'purchase_context_id')
    .select('channel')
    .distinct()
    .where(passes({ orders, money: orders }, { contextId, search: { words: [], ids: null, amounts: [] } }))
    .where(HAS_CHANNEL)
    .orderBy('channel')
    .limit(MOST_CHANNELS)
    .execute()
  return rows.flatMap(({ channel }) => channel ?? [])
}

type ContextRow = {
  readonly contextId: number
  readonly title: unknown
  readonly timezone: string
  readonly organizationId: number
  readonly shortName: string | null
  readonly passId: string | null
}

export function presentContext(row: ContextRow, language: string): ListedDeskOrder['of'] {
  const { contextId, title, timezone, organizationId, shortName, passId } = row
  return {
    id: contextId,
    kind: passId === null ? 'EVENT' : 'PASS',
    slug: passId ?? shortName ?? '',
    // Written by the organiser's own calls alone.
    title: inLanguage(title as LocalizedTexts, language),
    timezone,
    organizationId,
  }
}

/** So many events and passes are offered as filters; others are found by their pages. */
const MOST_CONTEXTS = 200

/** The events and passes whose orders the caller may see: those to come and the latest first. */
export async function contextsOf(db: Queryable, { orders }: Sight, language: string): Promise<ListedDeskOrder['of'][]> {
  const rows = await db.kysely
    .selectFrom('purchase_context as context')
    .leftJoin('event', 'event.id', 'context.id')
    .leftJoin('pass', 'pass.id', 'context.id')
    .select(['context.id as contextId', 'context.title', 'context.organization_id as organizationId'])
    .select(['context.time_zone as timezone', 'event.short_name as shortName', 'pass.public_id as passId'])
    .where(passes({ orders, money: orders }, { search: { words: [], ids: null, amounts: [] } }))
    .orderBy(sql`event.starts_at desc nulls first`)
    .orderBy('context.id', 'desc')
    .limit(MOST_CONTEXTS)
    .execute()
  return rows.map(row => presentContext(row, language))
}
