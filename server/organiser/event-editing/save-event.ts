import { randomUUID } from 'node:crypto'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, acceptedUnless, refused } from '#domain/foundation/outcome.ts'
import { problem, type Problem } from '#domain/foundation/problem.ts'
import { decodeEvent } from '#domain/organiser/event-editing/decode-event.ts'
import type { EventDraft } from '#domain/organiser/event-editing/event-draft.ts'
import type { EventRequest } from '#domain/organiser/event-editing/event-request.ts'
import { type SeatPlan, planSeats } from '#domain/organiser/event-editing/plan-seats.ts'
import type { DecodingContext } from '#domain/organiser/event-editing/reading.ts'
import { freeSlug } from '#domain/organiser/event-editing/slug.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import { afterwards } from '#server/foundation/base/event-log.ts'
import { type Queryable, type Tx, transaction } from '#server/foundation/database/database.ts'
import { isUniqueViolation } from '#server/foundation/database/violation.ts'
import { noteEventInWallets, noteRenamedCategoriesInWallets } from '#server/order/wallet-notes/note-changes.ts'
import { generateTokensOf } from '#server/organiser/token/tokens.ts'
import {
  problemsOfDescriptions,
  decodingContext,
  type EventImage,
  fetchImage,
  keepImage,
  keepSettings,
  problemsOfEventSettings,
} from './event-checks.ts'
import {
  insertEvent,
  putCategory,
  shortNamesLike,
  changeEvent,
  clearCategoryCodes,
  loadDraft,
  lockContext,
  hasMoneyOfGoneOrders,
  hasReservations,
  lockContextAgainstSales,
  removeEvent,
} from './event-store.ts'
import { loadCodes } from './parts/code-store.ts'
import { keepParts, planParts } from './parts/keep-parts.ts'
import {
  addSeats,
  TakenMeanwhile,
  releaseSeats,
  invalidateSeats,
  loadSeats,
  returnReleasedToPool,
  takeSeats,
} from './parts/seat-store.ts'
import { saveInTurn } from './save-in-turn.ts'

type NewEvent = { readonly organizationId: number; readonly request: EventRequest; readonly image: EventImage }

/** What creating and changing events needs of the shop. */
export type Needs = Pick<Shop, 'db' | 'clock' | 'log' | 'config' | 'texts'>

/**
 * Stores a new event of an organisation with its categories, seats, parts, settings and image. Refused with all that is
 * wrong at once (domain/organiser/event-editing/event-problem.ts). A blank slug is made out of the title and numbered when it is taken.
 */
export async function createEvent(
  shop: Needs,
  { organizationId, request, image }: NewEvent,
): Promise<Outcome<EventOwner>> {
  const organizerCodes = await loadCodes(shop.db, { organizationId, eventId: null })
  const decoded = decodeEvent(request, null, decodingContext(shop, organizerCodes))
  if (!decoded.ok) return decoded
  const problems = [
    ...problemsOfEventSettings(decoded.value),
    ...(await problemsOfDescriptions(request, { id: organizationId })),
  ]
  const checked = acceptedUnless(problems, decoded.value)
  const content = await fetchImage(image, { allowsPrivateAddresses: shop.config.mode !== 'production' })
  if (!checked.ok || !content.ok) return bothRefusals(checked, content)
  const hasOwnSlug = Boolean(request.slug?.trim())
  const record = { organizationId, draft: checked.value, image: content.value, hasOwnSlug }
  const created = await unlessSlugIsTaken(record, () =>
    saveInTurn({ id: organizationId }, () => transaction(shop.db, tx => storeNew(tx, shop, record))),
  )
  if (!created.ok) return created
  await afterwards(shop, 'generating tokens', () => generateTokensOf(shop, created.value.id))
  shop.log.eventPublished(created.value.shortName)
  return created
}

type NewRecord = {
  readonly organizationId: number
  readonly draft: EventDraft
  readonly image: Buffer | null
  readonly hasOwnSlug: boolean
}

async function storeNew(
  tx: Tx,
  { clock }: Pick<Shop, 'clock'>,
  { organizationId, draft: requested, image, hasOwnSlug }: NewRecord,
): Promise<Outcome<EventOwner>> {
  const named = await withFreeSlug(tx, requested, hasOwnSlug)
  const now = clock.now()
  const plan = await planParts(tx, requested, { organizationId, stored: null, now })
  if (!named.ok || !plan.ok) return bothRefusals(named, plan)
  const draft = named.value
  const fileDigest = await keepImage(tx, image, now)
  const eventId = await insertEvent(tx, { draft, organizationId, fileDigest, secretKey: randomUUID(), now })
  const categories = await addCategoriesAndSeats(tx, eventId, draft)
  await keepParts(tx, draft, plan.value, { eventId, organizationId, categories, now })
  await keepSettings(tx, { level: 'context', contextId: eventId }, draft.settings)
  await auditChange(tx, { eventId, now, draft, stored: null })
  return accepted({ id: eventId, organizationId, shortName: draft.slug })
}

/** The problems of both of two steps together. */
export function bothRefusals(one: Outcome<unknown>, other: Outcome<unknown>): Outcome<never> {
  const [first, ...others] = [...(one.ok ? [] : one.problems), ...(other.ok ? [] : other.problems)]
  if (first === undefined) throw new Error('neither of both was refused')
  return refused(first, ...others)
}

/** Another process may take the short name between check and insert: a generated one then gets another number. */
async function unlessSlugIsTaken(
  { draft, hasOwnSlug }: NewRecord,
  create: () => Promise<Outcome<EventOwner>>,
): Promise<Outcome<EventOwner>> {
  for (;;) {
    try {
      return await create()
    } catch (error) {
      if (!isUniqueViolation(error, 'event_short_name_key')) throw error
      if (hasOwnSlug) return refused(slugTaken(draft))
    }
  }
}

const slugTaken = ({ slug }: EventDraft) => problem('slug-taken', { field: 'slug', args: [slug] })

async function withFreeSlug(db: Queryable, draft: EventDraft, hasOwnSlug: boolean): Promise<Outcome<EventDraft>> {
  const taken = await shortNamesLike(db, draft.slug)
  if (!hasOwnSlug) return accepted({ ...draft, slug: freeSlug(draft.slug, taken) })
  return taken.has(draft.slug) ? refused(slugTaken(draft)) : accepted(draft)
}

/** One row a seat: first those that belong to a category, the rest is the pool (domain rules 4.1). Returns the ids. */
async function addCategoriesAndSeats(tx: Tx, eventId: number, { seats, categories }: EventDraft): Promise<number[]> {
  const ids: number[] = []
  let pool = seats
  for (const category of categories) {
    const categoryId = await putCategory(tx, eventId, category)
    ids.push(categoryId)
    await keepSettings(tx, { level: 'category', categoryId }, category.settings)
    if (category.seatSource.kind === 'pool') continue
    await addSeats(tx, eventId, categoryId, category.seatSource.seats)
    pool -= category.seatSource.seats
  }
  await addSeats(tx, eventId, null, pool)
  return ids
}

type Change = { readonly event: EventOwner; readonly request: EventRequest; readonly image: EventImage }

/**
 * Changes an event; members that are absent or null stay. Refused as `createEvent` is, and when seats that are sold or
 * held prevent it (domain rules 4.8).
 */
export async function updateEvent(shop: Needs, { event, request, image }: Change): Promise<Outcome<EventOwner>> {
  const content = await fetchImage(image, { allowsPrivateAddresses: shop.config.mode !== 'production' })
  const described = await problemsOfDescriptions(request, { id: event.organizationId })
  const changed = await unlessTakenMeanwhile(() =>
    saveInTurn({ id: event.organizationId }, () =>
      transaction(shop.db, async tx => {
        await lockContext(tx, event.id)
        const stored = await loadDraft(tx, event.id)
        const organizerCodes = await loadCodes(tx, { organizationId: event.organizationId, eventId: null })
        const decision = decideChange(request, stored, { context: decodingContext(shop, organizerCodes), described })
        if (!decision.ok || !content.ok) return bothRefusals(decision, content)
        const record = { event, stored, draft: decision.value, image: content.value, now: shop.clock.now() }
        return storeChange(tx, record)
      }),
    ),
  )
  if (!changed.ok) return changed
  await afterwards(shop, 'generating tokens', () => generateTokensOf(shop, event.id))
  shop.log.eventPublished(event.shortName)
  return changed
}

type ChangedRecord = {
  readonly event: EventOwner
  readonly stored: EventDraft
  readonly draft: EventDraft
  readonly image: Buffer | null
  readonly now: Instant
}

async function storeChange(tx: Tx, { event, stored, draft, image, now }: ChangedRecord): Promise<Outcome<EventOwner>> {
  const { id: eventId, organizationId } = event
  const seats = planSeats(await loadSeats(tx, eventId, stored), draft)
  const before = { id: eventId, currency: stored.currency }
  const parts = await planParts(tx, draft, { organizationId, stored: before, now })
  if (!seats.ok || !parts.ok) return bothRefusals(seats, parts)
  const fileDigest = await keepImage(tx, image, now)
  await changeEvent(tx, eventId, { draft, fileDigest, now })
  const categories = await changeCategoriesAndSeats(tx, eventId, draft, seats.value)
  await keepParts(tx, draft, parts.value, { eventId, organizationId, categories, now })
  await keepSettings(tx, { level: 'context', contextId: eventId }, draft.settings)
  await auditChange(tx, { eventId, now, draft, stored })
  await noteEventInWallets(tx, eventId, now)
  await noteRenamedCategoriesInWallets(tx, renamedCategories(stored, draft), now)
  return accepted(event)
}

function renamedCategories(stored: EventDraft, draft: EventDraft): number[] {
  const names = new Map(stored.categories.map(({ id, name }) => [id, name]))
  return draft.categories.flatMap(({ id, name }) => (id !== null && names.get(id) !== name ? [id] : []))
}

type Checks = { readonly context: DecodingContext; readonly described: readonly Problem[] }

function decideChange(request: EventRequest, stored: EventDraft, { context, described }: Checks): Outcome<EventDraft> {
  const decoded = decodeEvent(request, stored, context)
  if (!decoded.ok) return decoded
  return acceptedUnless([...problemsOfEventSettings(decoded.value), ...described], decoded.value)
}

/** Buyers don't wait for organisers: when they take seats or units that were to be moved, nothing changes. */
async function unlessTakenMeanwhile(change: () => Promise<Outcome<EventOwner>>): Promise<Outcome<EventOwner>> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof TakenMeanwhile) return refused(problem('seats-taken-meanwhile', { field: 'tickets.max' }))
    throw error
  }
}

async function changeCategoriesAndSeats(
  tx: Tx,
  eventId: number,
  { categories }: EventDraft,
  plan: SeatPlan,
): Promise<number[]> {
  const ids: number[] = []
  // Two categories may swap their codes.
  await clearCategoryCodes(tx, eventId)
  for (const category of categories) {
    const categoryId = await putCategory(tx, eventId, category)
    await keepSettings(tx, { level: 'category', categoryId }, category.settings)
    if (category.seatSource.kind === 'pool') await returnReleasedToPool(tx, eventId, categoryId)
    ids.push(categoryId)
  }
  await addSeats(tx, eventId, null, plan.added)
  for (const { categoryId, seats } of plan.released) await releaseSeats(tx, eventId, categoryId, seats)
  for (const { index, seats } of plan.taken) await takeSeats(tx, eventId, idAt(ids, index), seats)
  await invalidateSeats(tx, eventId, plan.invalidated)
  return ids
}

function idAt(ids: readonly number[], index: number): number {
  const id = ids[index]
  if (id === undefined) throw new Error(`the plan names category ${index} of ${ids.length}`)
  return id
}

/** Deletes an event without reserved seats; refused as long as a reservation of any kind exists, or money of one. */
export async function deleteEvent({ db }: Pick<Shop, 'db'>, event: EventOwner): Promise<Outcome<void>> {
  return saveInTurn({ id: event.organizationId }, () =>
    transaction(db, async tx => {
      await lockContextAgainstSales(tx, event.id)
      if ((await hasReservations(tx, event.id)) || (await hasMoneyOfGoneOrders(tx, event.id)))
        return refused(problem('event-has-reservations'))
      await removeEvent(tx, event.id)
      return accepted(undefined)
    }),
  )
}

type AuditedChange = {
  readonly eventId: number
  readonly now: Instant
  readonly draft: EventDraft
  /** Null when the event is new. */
  readonly stored: EventDraft | null
}

/** Notes that an organiser created or changed an event, by the names of what changed: values may be personal. */
async function auditChange(tx: Tx, { eventId, now, draft, stored }: AuditedChange): Promise<void> {
  await noteAudit(tx, {
    at: now,
    type: stored === null ? 'EVENT_CREATE' : 'EVENT_UPDATE',
    eventId,
    ...(stored && { modifications: { changed: changedMembers(stored, draft) } }),
  })
}

/** What is not stored with the event (settings, own texts, the organisation's codes and groups) counts when stated. */
export function changedMembers<Draft extends object>(stored: Draft, draft: Draft): string[] {
  const before = new Map<string, unknown>(Object.entries(stored))
  return Object.entries(draft)
    .filter(([name, value]) => written(value) !== written(before.get(name)))
    .map(([name]) => name)
}

const written = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
