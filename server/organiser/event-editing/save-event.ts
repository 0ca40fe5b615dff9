import { randomUUID } from 'node:crypto'
import { decodeEvent } from '#domain/organiser/event-editing/decode-event.ts'
import type { EventDraft } from '#domain/organiser/event-editing/event-draft.ts'
import type { EventRequest } from '#domain/organiser/event-editing/event-request.ts'
import { freeSlug } from '#domain/organiser/event-editing/slug.ts'
import { type Outcome, accepted, acceptedUnless, refused } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import { afterwards } from '#server/foundation/base/afterwards.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Queryable, type Tx, transaction } from '#server/foundation/database/database.ts'
import { problemsOfDescriptions } from './check-descriptions.ts'
import { loadCodes } from './parts/code-store.ts'
import { type EventImage, fetchImage, keepImage } from './event-image.ts'
import { keepSettings, problemsOfEventSettings } from './event-settings.ts'
import { insertEvent, putCategory, shortNamesLike } from './event-store.ts'
import type { EventOwner } from '#server/access/api-key/own-event.ts'
import { decodingContext } from './decoding-context.ts'
import { generateTokensOf } from '#server/organiser/token/tokens.ts'
import { isUniqueViolation } from '#server/foundation/database/violation.ts'
import { keepParts, planParts } from './parts/keep-parts.ts'
import { auditChange } from './audit-change.ts'
import { saveInTurn } from './save-in-turn.ts'
import { addSeats } from './parts/seat-store.ts'

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
  const isSlugGiven = Boolean(request.slug?.trim())
  const record = { organizationId, draft: checked.value, image: content.value, isSlugGiven }
  const created = await unlessSlugIsTaken(record, () =>
    saveInTurn({ id: organizationId }, () => transaction(shop.db, tx => store(tx, shop, record))),
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
  readonly isSlugGiven: boolean
}

async function store(
  tx: Tx,
  { clock }: Pick<Shop, 'clock'>,
  { organizationId, draft: asked, image, isSlugGiven }: NewRecord,
): Promise<Outcome<EventOwner>> {
  const named = await withFreeSlug(tx, asked, isSlugGiven)
  const now = clock.now()
  const plan = await planParts(tx, asked, { organizationId, stored: null, now })
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
  { draft, isSlugGiven }: NewRecord,
  create: () => Promise<Outcome<EventOwner>>,
): Promise<Outcome<EventOwner>> {
  for (;;) {
    try {
      return await create()
    } catch (error) {
      if (!isUniqueViolation(error, 'event_short_name_key')) throw error
      if (isSlugGiven) return refused(slugTaken(draft))
    }
  }
}

const slugTaken = ({ slug }: EventDraft) => problem('slug-taken', { field: 'slug', args: [slug] })

async function withFreeSlug(db: Queryable, draft: EventDraft, isSlugGiven: boolean): Promise<Outcome<EventDraft>> {
  const taken = await shortNamesLike(db, draft.slug)
  if (!isSlugGiven) return accepted({ ...draft, slug: freeSlug(draft.slug, taken) })
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
