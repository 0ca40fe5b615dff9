import { randomUUID } from 'node:crypto'
import { decodeEvent } from '#domain/organiser/decode-event.ts'
import type { EventDraft } from '#domain/organiser/event-draft.ts'
import type { EventRequest } from '#domain/organiser/event-request.ts'
import { freeSlug } from '#domain/organiser/slug.ts'
import { type Outcome, accepted, acceptedUnless, refused } from '#domain/outcome.ts'
import { problem } from '#domain/problem.ts'
import type { Shop } from '#server/context.ts'
import { type Queryable, type Tx, transaction } from '#server/database/database.ts'
import { type EventImage, fetchImage, keepImage } from './event-image.ts'
import { keepSettings, problemsOfEventSettings } from './event-settings.ts'
import { type EventOwner, insertEvent, putCategory, shortNamesLike } from './event-store.ts'
import { eventWorld } from './event-world.ts'
import { addSeats } from './seat-store.ts'

type NewEvent = { readonly organizationId: number; readonly request: EventRequest; readonly image: EventImage }

/**
 * Stores a new event of an organisation with its categories, seats, settings and image. Refused with all that is wrong
 * at once (domain/organiser/event-problem.ts). A blank slug is made out of the title and numbered when it is taken.
 */
export async function createEvent(
  shop: Pick<Shop, 'db' | 'clock' | 'log' | 'config'>,
  { organizationId, request, image }: NewEvent,
): Promise<Outcome<EventOwner>> {
  const decoded = decodeEvent(request, null, eventWorld)
  if (!decoded.ok) return decoded
  const checked = acceptedUnless(problemsOfEventSettings(decoded.value), decoded.value)
  const content = await fetchImage(image, { allowsPrivateAddresses: shop.config.mode !== 'production' })
  if (!checked.ok || !content.ok) return bothRefusals(checked, content)
  const isSlugGiven = Boolean(request.slug?.trim())
  const created = await transaction(shop.db, async tx => {
    const draft = await withFreeSlug(tx, checked.value, isSlugGiven)
    if (!draft.ok) return draft
    const now = shop.clock.now()
    const fileDigest = await keepImage(tx, content.value, now)
    const id = await insertEvent(tx, { draft: draft.value, organizationId, fileDigest, secretKey: randomUUID(), now })
    await addCategoriesAndSeats(tx, id, draft.value)
    await keepSettings(tx, { level: 'context', contextId: id }, draft.value.settings)
    return accepted({ id, organizationId, shortName: draft.value.slug })
  })
  if (created.ok) shop.log.eventPublished(created.value.shortName)
  return created
}

/** What is wrong with one and with the other of two steps, told together. */
export function bothRefusals(one: Outcome<unknown>, other: Outcome<unknown>): Outcome<never> {
  const [first, ...others] = [...(one.ok ? [] : one.problems), ...(other.ok ? [] : other.problems)]
  if (first === undefined) throw new Error('neither of both was refused')
  return refused(first, ...others)
}

async function withFreeSlug(db: Queryable, draft: EventDraft, isSlugGiven: boolean): Promise<Outcome<EventDraft>> {
  const taken = await shortNamesLike(db, draft.slug)
  if (!isSlugGiven) return accepted({ ...draft, slug: freeSlug(draft.slug, taken) })
  return taken.has(draft.slug) ? refused(problem('slug-taken', { field: 'slug', args: [draft.slug] })) : accepted(draft)
}

/** One row a seat: first those that belong to a category, the rest is the pool (domain rules 4.1). */
async function addCategoriesAndSeats(tx: Tx, eventId: number, { seats, categories }: EventDraft): Promise<void> {
  let pool = seats
  for (const category of categories) {
    const categoryId = await putCategory(tx, eventId, category)
    await keepSettings(tx, { level: 'category', categoryId }, category.settings)
    if (category.seatSource.kind === 'pool') continue
    await addSeats(tx, eventId, categoryId, category.seatSource.seats)
    pool -= category.seatSource.seats
  }
  await addSeats(tx, eventId, null, pool)
}
