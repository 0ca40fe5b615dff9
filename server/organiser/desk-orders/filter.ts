import { type RawBuilder, sql } from 'kysely'
import type { OrderFilterName } from '#contract/desk-order.ts'
import { EMBED_PREFIX, OTHER_WAYS } from '#domain/catalog/channel/channel.ts'
import type { Reach } from '#domain/access/principal/principal.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { GROUP_TRAITS, type OrderGroup } from '#domain/organiser/order-desk/order-group.ts'
import type { OrderSearch } from '#domain/organiser/order-desk/order-search.ts'
import { refundsWith } from '#domain/payment/refund/refund-states.ts'
import { quoted, reservationHas, whereReservation } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** Which orders a list has. */
export type OrderFilter = {
  readonly contextId?: number | undefined
  readonly search: OrderSearch
  readonly method?: string | undefined
  readonly tag?: string | undefined
  readonly channel?: string | undefined
  /** By when they were made; `until` is not included. */
  readonly since?: Instant | undefined
  readonly until?: Instant | undefined
}

/** What the caller may see: whose orders, and of whose the money. */
export type Sight = { readonly orders: Reach; readonly money: Reach }

/** `reservation` with its `context`, where the caller may see it and it passes the filter. */
export function passes({ orders, money }: Sight, filter: OrderFilter): RawBuilder<boolean> {
  const { contextId, method, tag, channel, since, until, search } = filter
  const conditions: RawBuilder<boolean>[] = [within(orders)]
  if (contextId !== undefined) conditions.push(sql`reservation.purchase_context_id = ${contextId}`)
  if (method !== undefined) conditions.push(within(money), sql`reservation.payment_proxy = ${method}`)
  if (tag !== undefined && tag !== '') {
    conditions.push(
      sql`exists (select from order_tag where reservation_id = reservation.id and order_tag.tag = ${tag})`,
    )
  }
  if (channel !== undefined && channel !== '') conditions.push(cameBy(channel))
  if (since !== undefined) conditions.push(sql`reservation.created_at >= ${timestamp(since)}::timestamptz`)
  if (until !== undefined) conditions.push(sql`reservation.created_at < ${timestamp(until)}::timestamptz`)
  if (search.words.length > 0) conditions.push(sql`reservation.id in (${found(search, money)})`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** The channel of a `reservation` is a link of its event or a page that embeds the shop; visitors may state any other word. */
export const HAS_CHANNEL = sql<boolean>`(reservation.channel is not null and (reservation.channel like ${`${EMBED_PREFIX}%`}
  or exists (select from event_link where event_id = reservation.purchase_context_id and name = reservation.channel)))`

const cameBy = (channel: string): RawBuilder<boolean> =>
  channel === OTHER_WAYS ? sql`not ${HAS_CHANNEL}` : sql`(reservation.channel = ${channel} and ${HAS_CHANNEL})`

function within(reach: Reach): RawBuilder<boolean> {
  if (reach === 'everything') return sql`true`
  return sql`(context.organization_id = any (${[...reach.organizationIds]}::int[]) or context.id = any (${[...reach.eventIds]}::int[]))`
}

/** Ids of the orders whose people have all these words. */
export const inTexts = (words: readonly string[]): RawBuilder<unknown> =>
  sql`select reservation_id from desk_order_search where ${sql.join(words.map(isInOrder), sql` and `)}`

/** Ids of the orders that a search finds; those that an amount finds only where the caller may see the money. */
function found({ words, ids, amounts }: OrderSearch, money: Reach): RawBuilder<unknown> {
  const found = [inTexts(words)]
  if (ids) {
    const ofTicket = (column: 'public_uuid' | 'uuid') =>
      sql`select reservation_id from ticket where reservation_id is not null and ${isOneOfIds(sql.ref(column), ids)}`
    found.push(
      sql`select id from reservation where ${isOneOfIds(sql`id`, ids)}`,
      ofTicket('public_uuid'),
      ofTicket('uuid'),
    )
  }
  if (amounts.length > 0) {
    found.push(
      sql`select reservation.id from reservation join purchase_context as context on context.id = purchase_context_id
        where final_price = any (${amounts}::bigint[]) and ${within(money)}`,
    )
  }
  return sql.join(found, sql` union `)
}

/** One or two letters: trigrams find where a word begins with them, and no parts of a word as short as this. */
const IS_SHORT = /^[a-z\d]{1,2}$/
/** What may be before a word: "Meyer-Li", "d'Arc", "ada@li.example". */
const BEFORE_WORD = ['', '% ', '%-', "%'", '%’', '%.', '%@']

/** Where a word may be in a text, as patterns of `like`: in any of its words; a short one where a word begins. */
function placesOf(word: string): string[] {
  if (IS_SHORT.test(word)) return BEFORE_WORD.map(before => `${before}${word}%`)
  return [`%${word.replaceAll(/[\\%_]/g, sign => `\\${sign}`)}%`]
}

/** A folded text has this word, or one that it is part of; one that it begins where it has one or two letters (decision 139). */
export const containsWord = (text: RawBuilder<unknown>, word: string): RawBuilder<boolean> =>
  sql`${text} like any (${placesOf(word)}::text[])`

/** The same of a row of `desk_order_search`, as its index reads it: each pattern by itself. */
const isInOrder = (word: string): RawBuilder<boolean> =>
  sql`(${sql.join(
    placesOf(word).map(place => sql`desk_order_search.text like ${place}`),
    sql` or `,
  )})`

/** The id begins with what was typed. */
export const isOneOfIds = (
  id: RawBuilder<unknown>,
  { from, to }: NonNullable<OrderSearch['ids']>,
): RawBuilder<boolean> => sql`${id} between ${from}::uuid and ${to}::uuid`

/** SQL that is the group of a `reservation`. */
export const GROUP = sql.raw<OrderGroup>(
  `case ${GROUP_TRAITS.map(([group, trait]) => `when ${reservationHas(trait)} then '${group}'`).join(' ')} else 'COMPLETE' end`,
)

const OF_PAYMENTS = sql`from payment_transaction as payment where payment.order_id = reservation.id`

/** A `reservation` whose transfer is late. */
export const isTransferLate = (now: Instant): RawBuilder<boolean> =>
  sql`(${whereReservation('hasTransferDeadline')} and reservation.validity < ${timestamp(now)}::timestamptz)`

/** Ids of payments that a person has to look into; few, and all of the shop. */
const TO_REVIEW = sql`select payment.order_id from payment_review as review
  join payment_transaction as payment on payment.id = review.transaction_id where review.ended_at is null`

export const HAS_REVIEW = sql<boolean>`reservation.id in (${TO_REVIEW})`

const UNFINISHED_REFUND = sql.raw(
  `select payment.order_id from payment_refund as refund join payment_transaction as payment on payment.id = refund.transaction_id
   where refund.status in (${quoted([...refundsWith('isOpen')])}) or refund.status in (${quoted([...refundsWith('hasFailed')])})
     and not exists (select from payment_refund as later where later.transaction_id = refund.transaction_id
       and later.id > refund.id and later.amount = refund.amount)`,
)

/** A refund of it has not arrived yet, or has failed and was not repeated. */
export const HAS_OPEN_REFUND = sql<boolean>`reservation.id in (${UNFINISHED_REFUND})`

/** An order with an open review or refund; few of all. */
export const IS_REMARKABLE = sql<boolean>`reservation.id in (${TO_REVIEW} union ${UNFINISHED_REFUND})`

/** What of a `reservation` has gone back, or is on its way. */
export const REFUNDED = sql<bigint>`coalesce((select sum(refund.amount) from payment_refund as refund
  where refund.transaction_id in (select payment.id ${OF_PAYMENTS})
    and refund.status in (${sql.raw(quoted(refundsWith('isRunning')))})), 0)::bigint`

/** A `reservation` that a part of the list shows. Who may not see money is not shown which refunds are open. */
export function isShown(show: OrderFilterName, { money }: Sight, now: Instant): RawBuilder<boolean> {
  switch (show) {
    case 'NEEDS':
      return sql`(${whereReservation('needsOrganiser')} or ${isTransferLate(now)} or ${HAS_REVIEW})`
    case 'REFUND':
      return sql`(${within(money)} and ${HAS_OPEN_REFUND})`
    default:
      return sql`${GROUP} = ${show}`
  }
}
