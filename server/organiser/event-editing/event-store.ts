import { wherePayment } from '#server/foundation/database/status-sql.ts'
import { sql } from 'kysely'
import { storedFacts, factsRow } from '#server/catalog/catalog/event-facts.ts'
import type { CallLink } from '#domain/catalog/catalog/event.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import { writtenCurrency } from '#domain/foundation/money/currency.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { trimmedPercentage, writtenPercentage } from '#domain/foundation/money/percentage.ts'
import type {
  CategoryDraft,
  EventDraft,
  GroupLinkDraft,
  PromoCodeDraft,
} from '#domain/organiser/event-editing/event-draft.ts'
import { PAYMENT_PROXIES } from '#domain/catalog/payment-method/payment-method.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { sqlInstant, timestamp } from '#server/foundation/database/types.ts'
import { loadCodes, loadDiscounts } from './parts/code-store.ts'
import { loadFieldDrafts } from './parts/questions.ts'
import { type StoredLink, loadGroupLinks } from './parts/group-store.ts'
import { loadPollDrafts } from './parts/poll-store.ts'
import { loadServices } from './parts/service-store.ts'

/**
 * Keeps others from changing the event until the transaction ends. Its sales go on: a reservation only needs the event
 * to exist, and does not wait; therefore "no key update".
 */
export async function lockContext(db: Queryable, id: number): Promise<void> {
  await db.kysely.selectFrom('purchase_context').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Locks the event for everybody, buyers too, until the transaction ends: for a process that deletes it. */
export async function lockContextAgainstSales(db: Queryable, id: number): Promise<void> {
  await db.kysely.selectFrom('purchase_context').select('id').where('id', '=', id).forUpdate().execute()
}

/** Short names that begin like this one. */
export async function shortNamesLike(db: Queryable, slug: string): Promise<Set<string>> {
  const rows = await db.kysely
    .selectFrom('event')
    .select('short_name')
    .where('short_name', 'like', `${slug}%`)
    .execute()
  return new Set(rows.map(row => row.short_name))
}

/**
 * The event as its organiser stated it. What is read elsewhere is left out: settings, own texts, and what belongs to the
 * organisation.
 */
export async function loadDraft(db: Queryable, id: number): Promise<EventDraft> {
  const row = await draftRow(db, id).executeTakeFirstOrThrow()
  const [title = ''] = Object.values(row.title as Record<string, string>)
  const currency = writtenCurrency(row.currency)
  const links = await loadGroupLinks(db, id)
  const codes = await loadCodes(db, { organizationId: row.organization_id, eventId: id })
  return {
    slug: row.short_name,
    title,
    languages: row.languages as Language[],
    description: row.description as Record<string, string>,
    shortDescription: row.short_description as Record<string, string>,
    format: row.format,
    location: row.location,
    coordinates: row.latitude && row.longitude ? { latitude: row.latitude, longitude: row.longitude } : null,
    timeZone: row.time_zone,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    websiteUrl: row.website_url,
    termsUrl: row.terms_url,
    privacyUrl: row.privacy_url,
    isFreeOfCharge: row.free_of_charge,
    seats: row.seats,
    currency,
    tax: { status: row.vat_status, percentage: writtenPercentage(row.vat_percentage) },
    paymentProxies: row.payment_proxies.flatMap(name => PAYMENT_PROXIES.find(proxy => proxy === name) ?? []),
    status: row.status,
    tags: row.tags,
    callLinks: (row.call_links as StoredCallLink[]).map(callLinkFrom),
    facts: storedFacts(row),
    settings: [],
    categories: await loadCategories(db, id, links),
    services: await loadServices(db, id),
    promoCodes: codes.map(draftOf),
    discounts: await loadDiscounts(db, id, currency),
    groupLink: linkOf(links, null),
    polls: await loadPollDrafts(db, id),
    fields: await loadFieldDrafts(db, id, row.languages[0] ?? ''),
    texts: [],
    organizer: { groups: null, promoCodes: null },
  }
}

const draftRow = (db: Queryable, id: number) =>
  db.kysely
    .selectFrom('event')
    .innerJoin('purchase_context as context', 'context.id', 'event.id')
    .selectAll('context')
    .selectAll('event')
    .where('event.id', '=', id)

const draftOf = ({ id, code, effect, maxUsage, valid }: PromoCodeDraft): PromoCodeDraft => ({
  id,
  code,
  effect,
  maxUsage,
  valid,
})

function linkOf(links: readonly StoredLink[], ofCategory: number | null): GroupLinkDraft | null {
  const found = links.find(({ categoryId }) => categoryId === ofCategory)
  if (found === undefined) return null
  const { group, type, matchType, maxAllocation } = found
  return { group, type, matchType, maxAllocation }
}

async function loadCategories(db: Queryable, eventId: number, links: readonly StoredLink[]): Promise<CategoryDraft[]> {
  const rows = await db.kysely
    .selectFrom('ticket_category')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('ordinal')
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    description: row.description as Record<string, string>,
    price: minor(row.price),
    seatSource: row.bounded ? { kind: 'bounded', seats: row.max_tickets } : { kind: 'pool' },
    isRestricted: row.access_restricted,
    code: row.code,
    groupLink: linkOf(links, row.id),
    onSale: { start: row.inception, end: row.expiration },
    accessType: row.access_type,
    ordinal: row.ordinal,
    checkInFrom: row.check_in_from,
    checkInTo: row.check_in_to,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    settings: [],
  }))
}

export type EventRecord = {
  readonly draft: EventDraft
  readonly organizationId: number
  /** Undefined keeps the image the event has, null removes it. */
  readonly fileDigest: string | null | undefined
  readonly secretKey: string
  readonly now: Instant
}

/** Stores event and purchase context; returns their common id. Categories and seats follow. */
export async function insertEvent(db: Queryable, record: EventRecord): Promise<number> {
  const { draft, organizationId, secretKey, now } = record
  const { id } = await db.kysely
    .insertInto('purchase_context')
    .values({
      ...contextRow(record),
      kind: 'EVENT',
      organization_id: organizationId,
      created_at: timestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.kysely
    .insertInto('event')
    .values({ ...eventRow(draft), id, short_name: draft.slug, format: draft.format, secret_key: secretKey })
    .execute()
  return id
}

/** Stores a change of the event; a process with an older offer sees by the version that it is out of date. */
export async function changeEvent(
  db: Queryable,
  id: number,
  record: Omit<EventRecord, 'organizationId' | 'secretKey'>,
) {
  await db.kysely
    .updateTable('purchase_context')
    .set(expression => ({ ...contextRow(record), version: expression('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await db.kysely.updateTable('event').set(eventRow(record.draft)).where('id', '=', id).execute()
}

/** Says that an event or pass has changed beside its own rows; returns what the log of changes calls it. */
export async function raiseVersion(db: Queryable, id: number, now: Instant) {
  await db.kysely
    .updateTable('purchase_context')
    .set(expression => ({ version: expression('version', '+', 1), updated_at: timestamp(now) }))
    .where('id', '=', id)
    .execute()
  const { shortName, publicId, ...raised } = await db.kysely
    .selectFrom('purchase_context as context')
    .leftJoin('event', 'event.id', 'context.id')
    .leftJoin('pass', 'pass.id', 'context.id')
    .select(['context.kind', 'context.version', 'context.organization_id as organizationId'])
    .select(['event.short_name as shortName', 'pass.public_id as publicId'])
    .where('context.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...raised, subject: shortName ?? publicId ?? '' }
}

function contextRow({ draft, fileDigest, now }: Pick<EventRecord, 'draft' | 'fileDigest' | 'now'>) {
  return {
    status: draft.status,
    languages: [...draft.languages],
    title: JSON.stringify(Object.fromEntries(draft.languages.map(language => [language, draft.title]))),
    description: JSON.stringify(draft.description),
    short_description: JSON.stringify(draft.shortDescription),
    ...(fileDigest !== undefined && { file_digest: fileDigest }),
    website_url: draft.websiteUrl,
    terms_url: draft.termsUrl,
    privacy_url: draft.privacyUrl,
    time_zone: draft.timeZone,
    currency: draft.currency,
    vat_status: draft.tax.status,
    vat_percentage: trimmedPercentage(draft.tax.percentage),
    payment_proxies: [...draft.paymentProxies],
    tags: [...draft.tags],
    updated_at: timestamp(now),
  }
}

function eventRow(draft: EventDraft) {
  return {
    free_of_charge: draft.isFreeOfCharge,
    location: draft.location,
    latitude: draft.coordinates?.latitude ?? null,
    longitude: draft.coordinates?.longitude ?? null,
    starts_at: timestamp(draft.startsAt),
    ends_at: timestamp(draft.endsAt),
    seats: draft.seats,
    call_links: JSON.stringify(draft.callLinks.map(callLinkRow)),
    ...factsRow(draft.facts),
  }
}

/** Stores a category, or its change; returns its id. */
export async function putCategory(db: Queryable, eventId: number, category: CategoryDraft): Promise<number> {
  const row = categoryRow(category)
  if (category.id !== null) {
    await db.kysely.updateTable('ticket_category').set(row).where('id', '=', category.id).execute()
    return category.id
  }
  const { id } = await db.kysely
    .insertInto('ticket_category')
    .values({ ...row, event_id: eventId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Until their categories are stored again, no codes conflict. */
export async function clearCategoryCodes(db: Queryable, eventId: number): Promise<void> {
  await db.kysely.updateTable('ticket_category').set({ code: null }).where('event_id', '=', eventId).execute()
}

function categoryRow(category: CategoryDraft) {
  const { seatSource, onSale } = category
  return {
    name: category.name,
    description: JSON.stringify(category.description),
    price: category.price,
    bounded: seatSource.kind === 'bounded',
    max_tickets: seatSource.kind === 'bounded' ? seatSource.seats : 0,
    access_restricted: category.isRestricted,
    code: category.code,
    inception: timestamp(onSale.start),
    expiration: timestamp(onSale.end),
    access_type: category.accessType,
    ordinal: category.ordinal,
    check_in_from: momentOrNull(category.checkInFrom),
    check_in_to: momentOrNull(category.checkInTo),
    valid_from: momentOrNull(category.validFrom),
    valid_to: momentOrNull(category.validTo),
  }
}

const momentOrNull = (moment: Instant | null) => (moment === null ? null : timestamp(moment))

/** The own codes of categories in other events of an organisation that are not over. */
export async function categoryCodesElsewhere(
  db: Queryable,
  { organizationId, eventId, now }: { organizationId: number; eventId: number | null; now: Instant },
): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('ticket_category as category')
    .innerJoin('event', 'event.id', 'category.event_id')
    .innerJoin('purchase_context as context', 'context.id', 'event.id')
    .select('category.code')
    .where('context.organization_id', '=', organizationId)
    .where('event.id', 'is distinct from', eventId)
    .where('event.ends_at', '>', sqlInstant(now))
    .where('category.code', 'is not', null)
    .execute()
  return rows.flatMap(({ code }) => code ?? [])
}

export async function hasReservations(db: Queryable, contextId: number): Promise<boolean> {
  const found = await db.kysely
    .selectFrom('reservation')
    .select('id')
    .where('purchase_context_id', '=', contextId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Has money come by a payment of an order that is gone, or may it still come? Then its event stays, too. */
export async function hasMoneyOfGoneOrders(db: Queryable, contextId: number): Promise<boolean> {
  const { rows } = await sql`
    select from payment_transaction
    where purchase_context_id = ${contextId} and (is_live or ${wherePayment('hasMoney')}) limit 1`.execute(db.kysely)
  return rows.length > 0
}

/** Removes the event with its categories, seats and settings. */
export async function removeEvent(db: Queryable, id: number): Promise<void> {
  await db.kysely.deleteFrom('purchase_context').where('id', '=', id).execute()
}

/** As the column holds it: epoch milliseconds. */
type StoredCallLink = { readonly link: string; readonly validFrom: number; readonly validTo: number }

const callLinkRow = ({ link, start, end }: CallLink): StoredCallLink => ({ link, validFrom: start, validTo: end })

const callLinkFrom = ({ link, validFrom, validTo }: StoredCallLink): CallLink => ({
  link,
  start: instant(validFrom),
  end: instant(validTo),
})
