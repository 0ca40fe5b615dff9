import { decodeEvent } from '#domain/organiser/event-editing/decode-event.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { EventDraft } from '#domain/organiser/event-editing/event-draft.ts'
import type { Known } from '#domain/organiser/event-editing/reading.ts'
import type { EventRequest } from '#domain/organiser/event-editing/event-request.ts'
import { type SeatPlan, planSeats } from '#domain/organiser/event-editing/plan-seats.ts'
import { type Outcome, accepted, acceptedUnless, refused } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { afterwards } from '#server/foundation/base/afterwards.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { noteEventInWallets, noteRenamedCategoriesInWallets } from '#server/order/wallet-notes/note-changes.ts'
import { problemsOfDescriptions } from './check-descriptions.ts'
import { loadCodes } from './parts/code-store.ts'
import { type Needs, bothRefusals } from './save-event.ts'
import { type EventImage, fetchImage, keepImage } from './event-image.ts'
import { keepSettings, problemsOfEventSettings } from './event-settings.ts'
import { changeEvent, forgetCategoryCodes, loadDraft, lockContext, putCategory } from './event-store.ts'
import type { EventOwner } from '#server/access/api-key/own-event.ts'
import { decodingContext } from './decoding-context.ts'
import { generateTokensOf } from '#server/organiser/token/tokens.ts'
import { keepParts, planParts } from './parts/keep-parts.ts'
import { auditChange } from './audit-change.ts'
import { saveInTurn } from './save-in-turn.ts'
import {
  TakenMeanwhile,
  addSeats,
  giveBackSeats,
  invalidateSeats,
  loadSeats,
  returnReleasedToPool,
  takeSeats,
} from './parts/seat-store.ts'

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
        const decision = decideChange(request, stored, { known: decodingContext(shop, organizerCodes), described })
        if (!decision.ok || !content.ok) return bothRefusals(decision, content)
        const record = { event, stored, draft: decision.value, image: content.value, now: shop.clock.now() }
        return store(tx, record)
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

async function store(tx: Tx, { event, stored, draft, image, now }: ChangedRecord): Promise<Outcome<EventOwner>> {
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

type Checks = { readonly known: Known; readonly described: readonly Problem[] }

function decideChange(request: EventRequest, stored: EventDraft, { known, described }: Checks): Outcome<EventDraft> {
  const decoded = decodeEvent(request, stored, known)
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
  await forgetCategoryCodes(tx, eventId)
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
  return ids
}

function idAt(ids: readonly number[], index: number): number {
  const id = ids[index]
  if (id === undefined) throw new Error(`the plan names category ${index} of ${ids.length}`)
  return id
}
