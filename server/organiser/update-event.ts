import { decodeEvent } from '#domain/organiser/decode-event.ts'
import type { EventDraft } from '#domain/organiser/event-draft.ts'
import type { EventRequest } from '#domain/organiser/event-request.ts'
import { type SeatPlan, planSeats } from '#domain/organiser/plan-seats.ts'
import { type Outcome, accepted, acceptedUnless, refused } from '#domain/outcome.ts'
import { problem } from '#domain/problem.ts'
import type { Shop } from '#server/context.ts'
import { type Tx, transaction } from '#server/database/database.ts'
import { bothRefusals } from './create-event.ts'
import { type EventImage, fetchImage, keepImage } from './event-image.ts'
import { keepSettings, problemsOfEventSettings } from './event-settings.ts'
import { type EventOwner, changeEvent, loadDraft, lockContext, putCategory } from './event-store.ts'
import { eventWorld } from './event-world.ts'
import {
  SeatsTakenMeanwhile,
  addSeats,
  giveBackSeats,
  invalidateSeats,
  loadSeats,
  returnReleasedToPool,
  takeSeats,
} from './seat-store.ts'

type Change = { readonly event: EventOwner; readonly request: EventRequest; readonly image: EventImage }

/**
 * Changes an event; members that are absent or null stay. Refused as `createEvent` is, and when seats that are sold or
 * held stand in the way (domain rules 4.8).
 */
export async function updateEvent(
  shop: Pick<Shop, 'db' | 'clock' | 'log' | 'config'>,
  { event, request, image }: Change,
): Promise<Outcome<EventOwner>> {
  const content = await fetchImage(image, { allowsPrivateAddresses: shop.config.mode !== 'production' })
  const changed = await unlessSeatsAreTaken(() =>
    transaction(shop.db, async tx => {
      await lockContext(tx, event.id)
      const stored = await loadDraft(tx, event.id)
      const decision = decideChange(request, stored)
      if (!decision.ok || !content.ok) return bothRefusals(decision, content)
      const plan = planSeats(await loadSeats(tx, event.id, stored), decision.value)
      if (!plan.ok) return plan
      const now = shop.clock.now()
      const fileDigest = await keepImage(tx, content.value, now)
      await changeEvent(tx, event.id, { draft: decision.value, fileDigest, now })
      await changeCategoriesAndSeats(tx, event.id, decision.value, plan.value)
      await keepSettings(tx, { level: 'context', contextId: event.id }, decision.value.settings)
      return accepted(event)
    }),
  )
  if (changed.ok) shop.log.eventPublished(event.shortName)
  return changed
}

function decideChange(request: EventRequest, stored: EventDraft): Outcome<EventDraft> {
  const decoded = decodeEvent(request, stored, eventWorld)
  return decoded.ok ? acceptedUnless(problemsOfEventSettings(decoded.value), decoded.value) : decoded
}

/** Buyers don't wait for organisers: when they take seats that were to be moved, nothing changes. */
async function unlessSeatsAreTaken(change: () => Promise<Outcome<EventOwner>>): Promise<Outcome<EventOwner>> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof SeatsTakenMeanwhile) return refused(problem('seats-taken-meanwhile', { field: 'tickets.max' }))
    throw error
  }
}

async function changeCategoriesAndSeats(
  tx: Tx,
  eventId: number,
  { categories }: EventDraft,
  plan: SeatPlan,
): Promise<void> {
  const ids: number[] = []
  for (const category of categories) {
    const categoryId = await putCategory(tx, eventId, category)
    await keepSettings(tx, { level: 'category', categoryId }, category.settings)
    if (category.seatSource.kind === 'pool') await returnReleasedToPool(tx, eventId, categoryId)
    ids.push(categoryId)
  }
  await addSeats(tx, eventId, null, plan.added)
  for (const { categoryId, seats } of plan.givenBack) await giveBackSeats(tx, eventId, categoryId, seats)
  for (const { index, seats } of plan.taken) await takeSeats(tx, eventId, idAt(ids, index), seats)
  await invalidateSeats(tx, eventId, plan.invalidated)
}

function idAt(ids: readonly number[], index: number): number {
  const id = ids[index]
  if (id === undefined) throw new Error(`the plan names category ${index} of ${ids.length}`)
  return id
}
