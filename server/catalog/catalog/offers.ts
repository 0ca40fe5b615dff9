import type { EventLog } from '#server/foundation/base/event-log.ts'
import { sql } from 'kysely'
import { type Category, type CategoryId, byDisplayOrder } from '#domain/catalog/catalog/category.ts'
import type { CallLink, Event, EventOffer } from '#domain/catalog/catalog/event.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { sqlInstant } from '#server/foundation/database/types.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { wherePass } from '#server/foundation/database/status-sql.ts'
import { CONTEXT_COLUMNS, contextFrom } from './context-rows.ts'
import { offerVersion } from './offer-memory.ts'
import { loadDiscountRules } from './discounts.ts'
import { loadServices } from './services.ts'
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

/** Public events that have not ended, by begin, then end (domain rules 5). */
export async function listEvents(
  { db, log }: { readonly db: Database; readonly log: Pick<EventLog, 'offerLeftOut'> },
  now: Instant,
  filter: ListFilter,
): Promise<Event[]> {
  const rows = await listedEvents(db, now, filter).select(CONTEXT_COLUMNS).select(EVENT_COLUMNS).execute()
  return leavingOutBroken(rows, found => found.map(eventFrom), log)
}

/** Which events `listEvents` finds and how often each has changed: the same text while the list says the same. */
export async function listState(db: Database, now: Instant, filter: ListFilter): Promise<string> {
  const rows = await listedEvents(db, now, filter)
    .select(['event.id', sql<bigint>`${sql.raw(offerVersion('event.id'))}`.as('changes')])
    .execute()
  return rows.map(({ id, changes }) => `${id}:${changes}`).join()
}

function listedEvents(db: Database, now: Instant, filter: ListFilter) {
  let query = joinedEvents(db)
    .where('purchase_context.status', '=', 'PUBLIC')
    .where('event.ends_at', '>', sqlInstant(now))
    .orderBy('event.starts_at')
    .orderBy('event.ends_at')
    .orderBy('event.id')
  if (filter.organizationId !== undefined) query = query.where('organization.id', '=', filter.organizationId)
  if (filter.organizationSlug !== undefined) query = query.where('organization.slug', '=', filter.organizationSlug)
  if (filter.tags && filter.tags.length > 0) {
    query = query.where(sql<boolean>`purchase_context.tags @> ${[...filter.tags]}::text[]`)
  }
  if (filter.passId !== undefined) {
    query = query.where(sql<boolean>`exists (
      select from event_pass where event_id = event.id and pass_id = ${filter.passId})`)
  }
  if (filter.passNumber !== undefined) {
    query = query.where(sql<boolean>`exists (
      select from event_pass where event_id = event.id and pass_id in (
        select id from pass where public_id = ${filter.passNumber}::uuid union all
        select pass_id from bought_pass where id = ${filter.passNumber}::uuid and ${wherePass('countsAsTaken')}))`)
  }
  return query
}

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
  }
}

function callLinkFrom({ link, validFrom, validTo }: { link: string; validFrom: number; validTo: number }): CallLink {
  return { link, start: instant(validFrom), end: instant(validTo) }
}

async function offerOf(db: Database, event: Event): Promise<EventOffer> {
  const [categories, services, discountRules] = await Promise.all([
    loadCategories(db, event.id),
    loadServices(db, event.id),
    loadDiscountRules(db, event),
  ])
  return { context: event, categories, services, discountRules }
}

async function loadCategories(db: Database, eventId: number): Promise<Category[]> {
  const rows = await db.kysely.selectFrom('ticket_category').selectAll().where('event_id', '=', eventId).execute()
  const categories = rows.map((row): Category => ({
    id: row.id as CategoryId,
    name: row.name,
    description: row.description as LocalizedTexts,
    price: minor(row.price),
    seatSource: row.bounded ? { kind: 'bounded', seats: row.max_tickets } : { kind: 'pool' },
    isRestricted: row.access_restricted,
    code: row.code,
    onSale: { start: row.inception, end: row.expiration },
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
 * Writes all of these events or passes; where that fails, those of them that can be written by themselves. What is wrong with one
 * offer of one organiser never takes a list from all visitors: the broken one is left out and logged for the operator.
 */
export function leavingOutBroken<Item extends { readonly id: number }, Written>(
  items: readonly Item[],
  write: (items: readonly Item[]) => Written,
  log: Pick<EventLog, 'offerLeftOut'>,
): Written {
  try {
    return write(items)
  } catch {
    return write(items.filter(item => canBeWritten(item, write, log)))
  }
}

function canBeWritten<Item extends { readonly id: number }>(
  item: Item,
  write: (items: readonly Item[]) => unknown,
  log: Pick<EventLog, 'offerLeftOut'>,
): boolean {
  try {
    write([item])
    return true
  } catch (error) {
    rarely(item.id, () => log.offerLeftOut(item.id, error))
    return false
  }
}

/** Lists are read many times a second: the same is logged once a minute. */
const rarely = onceInAWhile<number>(60_000)
