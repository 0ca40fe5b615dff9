import { randomUUID } from 'node:crypto'
import { type Outcome, accepted, acceptedUnless, refused } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import { decodeEvent } from '#domain/organiser/event-editing/decode-event.ts'
import type { EventDraft } from '#domain/organiser/event-editing/event-draft.ts'
import type { EventRequest } from '#domain/organiser/event-editing/event-request.ts'
import { freeSlug } from '#domain/organiser/event-editing/slug.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import { type Actor, recordChange } from '#server/foundation/audit/change-log.ts'
import { afterwards } from '#server/foundation/base/event-log.ts'
import { type Queryable, type Tx, transaction } from '#server/foundation/database/database.ts'
import { isUniqueViolation } from '#server/foundation/database/violation.ts'
import { generateTokensOf } from '#server/organiser/token/tokens.ts'
import {
  problemsOfDescriptions,
  decodingContext,
  type EventImage,
  fetchImage,
  keepImage,
  keepSettings,
  problemsOfEventSettings,
  type ReadImage,
} from './event-checks.ts'
import { noteChange } from './event-changes.ts'
import {
  insertEvent,
  putCategory,
  shortNamesLike,
  hasMoneyOfGoneOrders,
  hasReservations,
  lockContextAgainstSales,
  removeEvent,
} from './event-store.ts'
import { loadCodes } from './parts/code-store.ts'
import { keepParts, planParts } from './parts/keep-parts.ts'
import { addSeats } from './parts/seat-store.ts'
import { saveInTurn } from './save-in-turn.ts'

type NewEvent = {
  readonly organizationId: number
  readonly request: EventRequest
  readonly image: EventImage
  /** Left out: the shop by itself, as by a file. */
  readonly by?: Actor
  /** May it be without categories? */
  readonly mayOnlyAnnounce?: boolean
  /** Everything is checked, and nothing stored. */
  readonly isDryRun?: boolean
}

export const THE_SHOP: Actor = { memberId: null, actor: 'system' }

/** What creating and changing events needs of the shop. */
export type Needs = Pick<Shop, 'db' | 'clock' | 'log' | 'config' | 'texts'>

/**
 * Stores a new event of an organisation with its categories, seats, parts, settings and image. Refused with all that is
 * wrong at once (domain/organiser/event-editing/event-problem.ts). A blank slug is made out of the title and numbered when it is taken.
 */
export async function createEvent(
  shop: Needs,
  { organizationId, request, image, by = THE_SHOP, mayOnlyAnnounce = false, isDryRun = false }: NewEvent,
): Promise<Outcome<EventOwner>> {
  const organizerCodes = await loadCodes(shop.db, { organizationId, eventId: null })
  const decoded = decodeEvent(request, null, decodingContext(shop, organizerCodes, { mayOnlyAnnounce }))
  if (!decoded.ok) return decoded
  const problems = [
    ...problemsOfEventSettings(decoded.value),
    ...(await problemsOfDescriptions(request, { id: organizationId })),
  ]
  const checked = acceptedUnless(problems, decoded.value)
  const content = await fetchImage(image, { allowsPrivateAddresses: shop.config.mode !== 'production' })
  if (!checked.ok || !content.ok) return bothRefusals(checked, content)
  const hasOwnSlug = Boolean(request.slug?.trim())
  const record = { organizationId, draft: checked.value, image: content.value, hasOwnSlug, by }
  const created = await unlessSlugIsTaken(record, () =>
    saveInTurn({ id: organizationId }, () => (isDryRun ? tried(shop, record) : stored(shop, record))),
  )
  if (!created.ok || isDryRun) return created
  await afterwards(shop, 'generating tokens', () => generateTokensOf(shop, created.value.id))
  shop.log.eventPublished(created.value.shortName)
  return created
}

type NewRecord = {
  readonly organizationId: number
  readonly draft: EventDraft
  readonly image: ReadImage
  readonly hasOwnSlug: boolean
  readonly by: Actor
}

const stored = (shop: Needs, record: NewRecord): Promise<Outcome<EventOwner>> =>
  transaction(shop.db, tx => storeNew(tx, shop, record))

/** What a dry run rolls its transaction back with. */
class DryRun extends Error {
  readonly outcome: Outcome<EventOwner>
  constructor(outcome: Outcome<EventOwner>) {
    super('nothing is stored')
    this.outcome = outcome
  }
}

/** Stores it, and takes that back. */
async function tried(shop: Needs, record: NewRecord): Promise<Outcome<EventOwner>> {
  try {
    return await transaction(shop.db, async tx => {
      throw new DryRun(await storeNew(tx, shop, record))
    })
  } catch (error) {
    if (error instanceof DryRun) return error.outcome
    throw error
  }
}

async function storeNew(
  tx: Tx,
  { clock }: Pick<Shop, 'clock'>,
  { organizationId, draft: requested, image, hasOwnSlug, by }: NewRecord,
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
  await noteAudit(tx, { at: now, type: 'EVENT_CREATE', eventId })
  const event = { id: eventId, organizationId, shortName: draft.slug }
  await noteChange(tx, { event, by, before: null, now })
  return accepted(event)
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

/** Deletes an event without reserved seats; refused as long as a reservation of any kind exists, or money of one. */
export async function deleteEvent(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  event: EventOwner,
  by: Actor = THE_SHOP,
): Promise<Outcome<void>> {
  return saveInTurn({ id: event.organizationId }, () =>
    transaction(db, async tx => {
      await lockContextAgainstSales(tx, event.id)
      if ((await hasReservations(tx, event.id)) || (await hasMoneyOfGoneOrders(tx, event.id)))
        return refused(problem('event-has-reservations'))
      await removeEvent(tx, event.id)
      await recordChange(tx, by, {
        kind: 'EVENT',
        subjectId: event.id,
        subject: event.shortName,
        organizationId: event.organizationId,
        action: 'EVENT_DELETE',
        now: clock.now(),
      })
      return accepted(undefined)
    }),
  )
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
