import type { EventLog } from '#server/foundation/base/event-log.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import { type Category, type CategoryId, byDisplayOrder } from '#domain/catalog/catalog/category.ts'
import type { CallLink, Event, EventOffer } from '#domain/catalog/catalog/event.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { sqlInstant } from '#server/foundation/database/types.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { wherePass } from '#server/foundation/database/status-sql.ts'
import { storedFacts } from './event-facts.ts'
import { CONTEXT_COLUMNS, contextFrom } from './context-rows.ts'
import { loadDiscountRules } from './discounts.ts'
import { loadServices } from './services.ts'
import { type SoughtWord, refreshSome, whereFound, withCloseWords } from './search-events.ts'
import { takesPlaceIn, takesPlaceOnWeekend } from '#domain/catalog/catalog/when.ts'
import { flatMapWithBreaks } from '#server/foundation/base/time.ts'
import { onceInAWhile } from '#server/foundation/memory/brief-memory.ts'

/** An event with its categories in display order, by the id a reservation or ticket refers to; undefined when there is none. */
export async function loadOffer(db: Database, id: number): Promise<EventOffer | undefined> {
  const row = await eventRows(db).where('event.id', '=', id).executeTakeFirst()
  return row && offerOf(db, eventFrom(row))
}

export type ListFilter = {
  readonly organizationId?: number
  readonly organizationSlug?: string
  /** An event must carry all of them. */
  readonly tags?: readonly string[]
  /** Only events that take this pass. */
  readonly passId?: number
  /** Only events that take the pass on offer with this public id, or the one bought under it; one that was cancelled opens none. */
  readonly passNumber?: string
}

/** What visitors narrow a list of events by, besides. */
export type EventFilter = ListFilter & {
  /** Some ticket of theirs costs nothing. */
  readonly isFree?: boolean
  /** They can be attended online, or only there. */
  readonly isOnline?: boolean
  /** Words that must all occur. */
  readonly words?: readonly string[]
  /** "2027-05": what takes place then, by the clock of its place. */
  readonly month?: string
  /** What takes place on the next Saturday or Sunday, or today where it is one, by the clock of its place. */
  readonly isOnWeekend?: boolean
}

/** Public events that have not ended, by begin, then end (domain rules 5). */
export async function listEvents(
  { db, log }: { readonly db: Database; readonly log: Pick<EventLog, 'offerLeftOut'> },
  now: Instant,
  filter: ListFilter,
): Promise<Event[]> {
  const rows = await listedEvents(db, now, filter).select(CONTEXT_COLUMNS).select(EVENT_COLUMNS).execute()
  return presentEach(rows, eventFrom, log)
}

/**
 * Which events a list has, in its order, and how often each has changed: the same text while the list says the same.
 * A word that no event has is read with one letter wrong (decision 81).
 */
export async function listState(db: Database, now: Instant, filter: EventFilter): Promise<string> {
  const { words = [], month, isOnWeekend } = filter
  const read = month !== undefined || isOnWeekend === true ? stateByDay : storedState
  const listed = (sought: readonly SoughtWord[]) => read(db, now, { ...filter, sought })
  if (words.length > 0) await refreshSome(db)
  const found = await listed(words.map(word => ({ word, close: [] })))
  if (words.length === 0 || found !== '') return found
  const sought = await withCloseWords(db, words)
  return sought.some(({ close }) => close.length > 0) ? listed(sought) : found
}

type SoughtFilter = EventFilter & { readonly sought: readonly SoughtWord[] }

/** PostgreSQL writes the state: ten thousand rows take longer to be sent and read than to be found. */
async function storedState(db: Database, now: Instant, filter: SoughtFilter): Promise<string> {
  const { rows } = await sql<{ readonly state: string | null }>`
    select string_agg(event.id::text || ':' || (${CHANGES})::text, ',' order by ${LIST_ORDER}) as state
    ${fromListed(now, filter)}`.execute(db.kysely)
  return rows[0]?.state ?? ''
}

/** The same of what takes place on some days, which only the program knows. */
async function stateByDay(db: Database, now: Instant, filter: SoughtFilter): Promise<string> {
  const { rows } = await sql<StateRow>`
    select event.id, ${CHANGES} as changes, event.starts_at, event.ends_at, purchase_context.time_zone
    ${fromListed(now, filter)} order by ${LIST_ORDER}`.execute(db.kysely)
  const found = rows.filter(row => takesPlaceThen(row, filter, now))
  return found.map(({ id, changes }) => `${id}:${changes}`).join()
}

/** What all offers share is read once, not beside each of them. */
const CHANGES = sql`own.version + (select version from offer_version where id = 0)`
const LIST_ORDER = sql`event.starts_at, event.ends_at, event.id`

const fromListed = (now: Instant, { sought, ...filter }: SoughtFilter) => sql`
  from event join purchase_context on purchase_context.id = event.id join offer_version as own on own.id = event.id
  where ${sql.join(conditionsOf(now, filter, sought), sql` and `)}`

/** The events of such a state, in its order. */
export function listedIds(state: string): number[] {
  return state === '' ? [] : state.split(',').map(entry => Number.parseInt(entry, 10))
}

/** These events, in the order of their ids here; one that is gone meanwhile is left out. */
export async function eventsById(
  { db, log }: { readonly db: Database; readonly log: Pick<EventLog, 'offerLeftOut'> },
  ids: readonly number[],
): Promise<Event[]> {
  if (ids.length === 0) return []
  const rows = await eventRows(db)
    .where(sql<boolean>`event.id = any (${[...ids]}::integer[])`)
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  const ordered = ids.flatMap(id => byId.get(id) ?? [])
  return presentEach(ordered, eventFrom, log)
}

/** With the times where the list is narrowed by them. */
type StateRow = WhenColumns & { readonly id: number; readonly changes: bigint }
type WhenColumns = { readonly starts_at: Instant; readonly ends_at: Instant; readonly time_zone: string }

/** An unknown time zone is for those who present the event to find, and to log. */
function takesPlaceThen(row: WhenColumns, { month, isOnWeekend = false }: EventFilter, now: Instant): boolean {
  if (month === undefined && !isOnWeekend) return true
  const when = { startsAt: row.starts_at, endsAt: row.ends_at, timeZone: row.time_zone }
  try {
    return (month === undefined || takesPlaceIn(month, when)) && (!isOnWeekend || takesPlaceOnWeekend(when, now))
  } catch {
    return true
  }
}

const listedEvents = (db: Database, now: Instant, filter: ListFilter) =>
  joinedEvents(db)
    .where(eb => eb.and(conditionsOf(now, filter)))
    .orderBy('event.starts_at')
    .orderBy('event.ends_at')
    .orderBy('event.id')

/** What events of the list have in common, where an event is joined to its context and organisation. */
function conditionsOf(now: Instant, filter: EventFilter, sought: readonly SoughtWord[] = []): Expression<SqlBool>[] {
  const { organizationId, organizationSlug, tags = [], isOnline, isFree, passId, passNumber } = filter
  const isOf = sql<SqlBool>`purchase_context.status = 'PUBLIC' and event.ends_at > ${sqlInstant(now)}`
  return [
    isOf,
    ...(organizationId === undefined ? [] : [sql<SqlBool>`purchase_context.organization_id = ${organizationId}`]),
    ...(organizationSlug === undefined ? [] : [isOfSlug(organizationSlug)]),
    ...(tags.length === 0 ? [] : [sql<SqlBool>`purchase_context.tags @> ${[...tags]}::text[]`]),
    ...(isOnline ? [sql<SqlBool>`event.format in ('ONLINE', 'HYBRID')`] : []),
    ...(isFree ? [hasFreeTickets(now)] : []),
    ...(sought.length === 0 ? [] : [whereFound(sought)]),
    ...(passId === undefined
      ? []
      : [sql<SqlBool>`exists (select from event_pass where event_id = event.id and pass_id = ${passId})`]),
    ...(passNumber === undefined ? [] : [takesPass(passNumber)]),
  ]
}

const isOfSlug = (slug: string): Expression<SqlBool> =>
  sql<SqlBool>`purchase_context.organization_id = (select id from organization where slug = ${slug})`

const hasFreeTickets = (now: Instant): Expression<SqlBool> => sql<SqlBool>`(event.free_of_charge or exists (
  select from ticket_category where event_id = event.id and not access_restricted and price = 0
    and expiration > ${sqlInstant(now)}))`

const takesPass = (number: string): Expression<SqlBool> => sql<SqlBool>`exists (
  select from event_pass where event_id = event.id and pass_id in (
    select id from pass where public_id = ${number}::uuid union all
    select pass_id from bought_pass where id = ${number}::uuid and ${wherePass('countsAsTaken')}))`

function joinedEvents(db: Database) {
  return (
    db.kysely
      .selectFrom('event')
      .innerJoin('purchase_context', 'purchase_context.id', 'event.id')
      .innerJoin('organization', 'organization.id', 'purchase_context.organization_id')
      // A picture of where the event was before it moved is none of this place.
      .leftJoin('map_image', join =>
        join
          .onRef('map_image.event_id', '=', 'event.id')
          .onRef('map_image.latitude', '=', 'event.latitude')
          .onRef('map_image.longitude', '=', 'event.longitude'),
      )
  )
}

const EVENT_COLUMNS = [
  'event.short_name',
  'event.format',
  'event.free_of_charge',
  'event.location',
  'event.latitude',
  'event.longitude',
  'map_image.file_digest as map_digest',
  'event.starts_at',
  'event.ends_at',
  'event.seats',
  'event.call_links',
  'event.doors_at',
  'event.refunds',
  'event.refunded_until',
  'event.refund_text',
  'event.access_features',
  'event.accessibility',
  'event.bring',
  'event.tickets_url',
  'event.cancelled_at',
  'event.cancellation_text',
] as const

const eventRows = (db: Database) => joinedEvents(db).select(CONTEXT_COLUMNS).select(EVENT_COLUMNS)

type EventRow = Awaited<ReturnType<ReturnType<typeof eventRows>['executeTakeFirstOrThrow']>>

function eventFrom(row: EventRow): Event {
  return {
    kind: 'event',
    ...contextFrom(row),
    shortName: row.short_name,
    format: row.format,
    isFreeOfCharge: row.free_of_charge,
    location: row.location,
    coordinates: row.latitude && row.longitude ? { latitude: row.latitude, longitude: row.longitude } : null,
    mapDigest: row.map_digest,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    seats: row.seats,
    callLinks: (row.call_links as { link: string; validFrom: number; validTo: number }[]).map(callLinkFrom),
    facts: storedFacts(row),
    cancellation: row.cancelled_at === null ? null : { at: row.cancelled_at, text: row.cancellation_text ?? '' },
  }
}

function callLinkFrom({ link, validFrom, validTo }: { link: string; validFrom: number; validTo: number }): CallLink {
  return { link, start: instant(validFrom), end: instant(validTo) }
}

async function offerOf(db: Database, event: Event): Promise<EventOffer> {
  const [categories, services, discountRules] = await Promise.all([
    loadCategories(db, event),
    loadServices(db, event.id),
    loadDiscountRules(db, event),
  ])
  return { context: event, categories, services, discountRules }
}

/** Their sales end with the cancellation of their event. */
async function loadCategories(db: Database, { id, cancellation }: Event): Promise<Category[]> {
  const rows = await db.kysely.selectFrom('ticket_category').selectAll().where('event_id', '=', id).execute()
  const saleEnd = (end: Instant): Instant => (cancellation && cancellation.at < end ? cancellation.at : end)
  const categories = rows.map((row): Category => ({
    id: row.id as CategoryId,
    name: row.name,
    description: row.description as LocalizedTexts,
    price: minor(row.price),
    seatSource: row.bounded ? { kind: 'bounded', seats: row.max_tickets } : { kind: 'pool' },
    isRestricted: row.access_restricted,
    code: row.code,
    onSale: { start: row.inception, end: saleEnd(row.expiration) },
    accessType: row.access_type,
    ordinal: row.ordinal,
    checkInFrom: row.check_in_from,
    checkInTo: row.check_in_to,
    validFrom: row.valid_from,
    validTo: row.valid_to,
  }))
  return categories.sort(byDisplayOrder)
}

/**
 * Presents each of these events or passes, in their order; other requests are served while many are presented. What is wrong
 * with one offer of one organiser never takes a list from all visitors: the broken one is left out and logged for the operator.
 */
export function presentEach<Item extends { readonly id: number }, Presented>(
  items: readonly Item[],
  present: (item: Item) => Presented,
  log: Pick<EventLog, 'offerLeftOut'>,
): Promise<Presented[]> {
  return flatMapWithBreaks(items, item => {
    try {
      return [present(item)]
    } catch (error) {
      rarely(item.id, () => log.offerLeftOut(item.id, error))
      return []
    }
  })
}

/** Lists are read many times a second: the same is logged once a minute. */
const rarely = onceInAWhile<number>(60_000)
