import type { EventFigures, PlainFigures } from '#contract/desk-figures.ts'
import { type Principal, may, reachOf } from '#domain/access/principal/principal.ts'
import { type SeatCounts, sumOfSeats } from '#domain/catalog/catalog/seat-counts.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { NO_CURRENCY, writtenCurrency } from '#domain/foundation/money/currency.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { channelsOf } from './channel-store.ts'
import { categoriesOf, countSeats } from './event-stats.ts'
import {
  type NamedCode,
  type SoldRow,
  type SummedEvent,
  codesNamed,
  comparableEvents,
  entriesOf,
  findSummedEvent,
  soldTickets,
} from './figures-store.ts'

/** So many codes are listed, the most used first. */
const SHOWN_CODES = 100
/** So many days are listed, the latest. */
const SHOWN_DAYS = 1_000

type Asked = {
  readonly eventId: number
  readonly compareWith: number | undefined
  readonly by: Principal
  readonly language: string
}

/**
 * What was sold of an event, beside another one of its organisation where that is asked for; undefined where the caller
 * may see neither or one of them. At most eleven statements.
 */
export async function readFigures(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  { eventId, compareWith, by, language }: Asked,
): Promise<EventFigures | undefined> {
  const reach = reachOf(by, 'manage-events', 'manage-orders')
  const event = await findSummedEvent(db, eventId, reach)
  if (!event) return undefined
  const other = compareWith === undefined ? null : await findSummedEvent(db, compareWith, reach)
  if (other === undefined || (other && other.organizationId !== event.organizationId)) return undefined
  const [read, compared, categories, channels, entries, comparable] = await Promise.all([
    readSold(db, event),
    other && readSold(db, other),
    categoriesOf(db, [event.id]),
    channelsOf(db, event.id),
    entriesOf(db, event.id),
    comparableEvents(db, { ...event, reach }),
  ])
  const codes = await codesNamed(db, idsOf(read.sold, 'code'))
  const present = presenter(by, language)
  const written = writer(event, by)
  return {
    ...present(read),
    now: clock.now(),
    categories: categories.map(category => presentCategory(category, read, written)),
    codes: presentCodes(codes, read, written),
    methods: rowsBy(read.sold, 'method').map(row => ({ method: row.value, orders: row.orders, ...written.sold(row) })),
    channels: channels.map(({ channel, views, begun, orders, amount }) => ({
      channel,
      views,
      begun,
      orders,
      money: written.money(amount),
    })),
    countedSince: channels[0]?.since ?? null,
    entries,
    compared: compared && present(compared),
    comparable: comparable.map(({ id, title, startsAt }) => ({
      eventId: id,
      title: inLanguage(title, language),
      startsAt,
    })),
  }
}

type Read = {
  readonly event: SummedEvent
  readonly sold: readonly SoldRow[]
  readonly seats: readonly (SeatCounts & { readonly categoryId: number | null })[]
}

async function readSold(db: Queryable, event: SummedEvent): Promise<Read> {
  const [sold, seats] = await Promise.all([soldTickets(db, event), countSeats(db, [event.id])])
  return { event, sold, seats }
}

const rowsBy = (rows: readonly SoldRow[], by: SoldRow['by']) => rows.filter(row => row.by === by)

const idsOf = (rows: readonly SoldRow[], by: 'code'): number[] =>
  rowsBy(rows, by).flatMap(({ value }) => (value === null ? [] : [Number(value)]))

type Writer = {
  readonly money: (amount: bigint) => string | null
  readonly sold: (row: Pick<SoldRow, 'tickets' | 'amount'>) => { tickets: number; money: string | null }
}

/** Writes money in the currency of an event for those who may see it. */
function writer(event: SummedEvent, by: Principal): Writer {
  const isShown = may(by, 'manage-orders', { organizationId: event.organizationId, eventId: event.id })
  const code = writtenCurrency(event.currency) ?? NO_CURRENCY
  const money = (amount: bigint) => (isShown ? printed(minor(amount), code) : null)
  return { money, sold: ({ tickets, amount }) => ({ tickets, money: money(amount) }) }
}

const presenter =
  (by: Principal, language: string) =>
  ({ event, sold, seats }: Read): PlainFigures => {
    const { money, sold: ofTickets } = writer(event, by)
    const counted = sumOfSeats(seats)
    return {
      eventId: event.id,
      title: inLanguage(event.title, language),
      startsAt: event.startsAt,
      startDay: event.startDay,
      timeZone: event.timeZone,
      currency: event.currency,
      capacity: event.capacity,
      sold: counted.sold + counted.checkedIn,
      held: counted.pending,
      checkedIn: counted.checkedIn,
      waiting: event.waiting,
      orders: event.orders,
      money: money(event.amount),
      refunded: money(event.refunded),
      days: rowsBy(sold, 'day')
        .slice(-SHOWN_DAYS)
        .map(row => ({ day: row.value ?? '', ...ofTickets(row) })),
    }
  }

type Category = Awaited<ReturnType<typeof categoriesOf>>[number]

function presentCategory({ id, name, bounded, maxTickets }: Category, { sold, seats }: Read, written: Writer) {
  const row = rowsBy(sold, 'category').find(({ value }) => value === String(id))
  const counted = sumOfSeats(seats.filter(({ categoryId }) => categoryId === id))
  return {
    id,
    name,
    ...written.sold(row ?? { tickets: 0, amount: 0n }),
    held: counted.pending,
    checkedIn: counted.checkedIn,
    capacity: bounded ? maxTickets : null,
  }
}

function presentCodes(codes: readonly NamedCode[], { sold }: Read, { money, sold: ofTickets }: Writer) {
  return rowsBy(sold, 'code')
    .flatMap(row => {
      const code = codes.find(({ id }) => String(id) === row.value)
      return code ? [{ code: code.code, orders: row.orders, ...ofTickets(row), discount: money(row.discount) }] : []
    })
    .sort((one, other) => other.tickets - one.tickets || one.code.localeCompare(other.code, 'en'))
    .slice(0, SHOWN_CODES)
}
