import type { Instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, acceptedUnless, refused } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { withCleared } from '#domain/organiser/event-editing/clear-members.ts'
import { decodeEvent } from '#domain/organiser/event-editing/decode-event.ts'
import type { EventDraft } from '#domain/organiser/event-editing/event-draft.ts'
import type { EventRequest } from '#domain/organiser/event-editing/event-request.ts'
import { membersOf } from '#domain/organiser/event-editing/members.ts'
import { type SeatPlan, planSeats } from '#domain/organiser/event-editing/plan-seats.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import type { Actor } from '#server/foundation/audit/change-log.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import { afterwards } from '#server/foundation/base/event-log.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { noteEventInWallets, noteRenamedCategoriesInWallets } from '#server/order/wallet-notes/note-changes.ts'
import { generateTokensOf } from '#server/organiser/token/tokens.ts'
import {
  decodingContext,
  type EventImage,
  fetchImage,
  keepImage,
  keepSettings,
  problemsOfDescriptions,
  problemsOfEventSettings,
  type ReadImage,
} from './event-checks.ts'
import { type Conflict, conflictsOf, noteChange } from './event-changes.ts'
import { changeEvent, clearCategoryCodes, lockContext, putCategory } from './event-store.ts'
import { type StatedEvent, loadStated } from './load-stated.ts'
import { loadCodes } from './parts/code-store.ts'
import { keepParts, planParts } from './parts/keep-parts.ts'
import {
  addSeats,
  invalidateSeats,
  loadSeats,
  releaseSeats,
  returnReleasedToPool,
  TakenMeanwhile,
  takeSeats,
} from './parts/seat-store.ts'
import { problemsOfRemoval, removeCategories, withoutCategories } from './remove-categories.ts'
import { THE_SHOP, type Needs, bothRefusals, changedMembers } from './save-event.ts'
import { saveInTurn } from './save-in-turn.ts'

type Change = {
  readonly event: EventOwner
  readonly request: EventRequest
  readonly image: EventImage
  /** Left out: the shop by itself, as by a file. */
  readonly by?: Actor
}

/**
 * Changes an event; members that are absent or null stay. Refused as `createEvent` is, and when seats that are sold or
 * held prevent it (domain rules 4.8).
 */
export async function updateEvent(shop: Needs, change: Change): Promise<Outcome<EventOwner>> {
  const changed = await changeStored(shop, { ...change, edit: null })
  if (changed.kind === 'conflict') throw new Error('a change without a base met a conflict')
  return changed.kind === 'changed' ? accepted(change.event) : changed.outcome
}

/** What a person edits: they have read a version, and may take categories out. */
export type Edit = { readonly base: number; readonly removedCategories: readonly number[] }

export type Changed =
  | { readonly kind: 'changed'; readonly version: number }
  | { readonly kind: 'refused'; readonly outcome: Extract<Outcome<never>, { ok: false }> }
  | { readonly kind: 'conflict'; readonly version: number; readonly conflicts: readonly Conflict[] }

/**
 * Changes an event as a person edits it: null removes what is stored, and what others have changed since the base stays.
 * A conflict where they have changed the same members; refused as `updateEvent` is.
 */
export async function editEvent(shop: Needs, change: Change & { readonly edit: Edit }): Promise<Changed> {
  return changeStored(shop, change)
}

type AnyChange = Change & { readonly edit: Edit | null }

async function changeStored(shop: Needs, change: AnyChange): Promise<Changed> {
  const { event, request, image } = change
  const content = await fetchImage(image, { allowsPrivateAddresses: shop.config.mode !== 'production' })
  const described = await problemsOfDescriptions(request, { id: event.organizationId })
  const changed = await unlessTakenMeanwhile(() =>
    saveInTurn({ id: event.organizationId }, () =>
      transaction(shop.db, tx => changeLocked(tx, shop, { ...change, content, described })),
    ),
  )
  if (changed.kind !== 'changed') return changed
  await afterwards(shop, 'generating tokens', () => generateTokensOf(shop, event.id))
  shop.log.eventPublished(event.shortName)
  return changed
}

type Prepared = AnyChange & { readonly content: Outcome<ReadImage>; readonly described: readonly Problem[] }

const refusal = (outcome: Outcome<unknown>, other: Outcome<unknown> = accepted(null)): Changed => {
  const both = bothRefusals(outcome, other)
  if (both.ok) throw new Error('nothing was refused')
  return { kind: 'refused', outcome: both }
}

async function changeLocked(tx: Tx, shop: Needs, change: Prepared): Promise<Changed> {
  const { event, request, image, edit, content } = change
  await lockContext(tx, event.id)
  const before = await loadStated(tx, event.id, { withGroups: Boolean(request.groups) })
  if (edit) {
    const meant = meantBy(request, image, { edit, stored: before })
    const conflicts = await conflictsOf(tx, {
      kind: 'EVENT',
      subjectId: event.id,
      base: edit.base,
      stored: before,
      meant,
    })
    if (conflicts.length > 0) return { kind: 'conflict', version: before.version, conflicts }
  }
  const removed = edit?.removedCategories ?? []
  const besides = [
    ...change.described,
    ...(await problemsOfRemoval(tx, { eventId: event.id, draft: before.draft }, removed)),
  ]
  const decision = await decideChange(tx, shop, { change, before, besides })
  if (!decision.ok || !content.ok) return refusal(decision, content)
  const now = shop.clock.now()
  const record = { event, before, draft: decision.value, image: content.value, removed, now }
  const stored = await storeChange(tx, record)
  if (!stored.ok) return refusal(stored)
  const by = change.by ?? THE_SHOP
  return { kind: 'changed', version: await noteChange(tx, { event, by, before, now }) }
}

/** What a person states, member by member. */
function meantBy(
  request: EventRequest,
  image: EventImage,
  { edit, stored }: { readonly edit: Edit; readonly stored: StatedEvent },
): ReadonlyMap<string, unknown> {
  const { categories } = stored.draft
  const meant = new Map(membersOf(request, name => categories.find(one => one.name === name)?.id ?? undefined))
  for (const id of edit.removedCategories) meant.set(`tickets.categories[${id}]`, null)
  if (image !== null) meant.set('imageId', image.from === 'stored' ? image.digest : null)
  return meant
}

type ToDecide = {
  readonly change: Prepared
  readonly before: StatedEvent
  readonly besides: readonly Problem[]
}

async function decideChange(tx: Tx, shop: Needs, { change, before, besides }: ToDecide): Promise<Outcome<EventDraft>> {
  const { event, request, edit } = change
  const organizerCodes = await loadCodes(tx, { organizationId: event.organizationId, eventId: null })
  const context = decodingContext(shop, organizerCodes, { mayOnlyAnnounce: edit !== null || isOnlyAnnounced(before) })
  const meant = edit ? withCleared({ request, stored: editable(before, edit) }) : { request, stored: before.draft }
  const decoded = decodeEvent(meant.request, meant.stored, context)
  if (!decoded.ok) return decoded
  return acceptedUnless([...problemsOfEventSettings(decoded.value), ...besides], decoded.value)
}

const isOnlyAnnounced = ({ draft }: StatedEvent): boolean => draft.categories.length === 0

/** What an edit is read against: all that is stated, without the categories that are taken out. */
function editable({ draft, stated }: StatedEvent, { removedCategories }: Edit): EventDraft {
  const isKept = ({ id }: { readonly id: number | null }) => id === null || !removedCategories.includes(id)
  return { ...stated, categories: stated.categories.filter(isKept), polls: draft.polls, organizer: draft.organizer }
}

type ChangedRecord = {
  readonly event: EventOwner
  readonly before: StatedEvent
  readonly draft: EventDraft
  readonly image: ReadImage
  readonly removed: readonly number[]
  readonly now: Instant
}

async function storeChange(tx: Tx, record: ChangedRecord): Promise<Outcome<true>> {
  const { event, before, draft, image, removed, now } = record
  const { id: eventId, organizationId } = event
  const stored = before.draft
  const owned = await loadSeats(tx, eventId, stored)
  const seats = planSeats(withoutCategories(owned, removed), draft)
  const parts = await planParts(tx, draft, { organizationId, stored: { id: eventId, currency: stored.currency }, now })
  if (!seats.ok || !parts.ok) return bothRefusals(seats, parts)
  const fileDigest = await keepImage(tx, image, now)
  await changeEvent(tx, eventId, { draft, fileDigest, now })
  await removeCategories(tx, { eventId, seats: owned }, removed)
  const categories = await changeCategoriesAndSeats(tx, eventId, draft, seats.value)
  await keepParts(tx, draft, parts.value, { eventId, organizationId, categories, now })
  await keepSettings(tx, { level: 'context', contextId: eventId }, draft.settings)
  const modifications = { changed: changedMembers(stored, draft) }
  await noteAudit(tx, { at: now, type: 'EVENT_UPDATE', eventId, modifications })
  await noteEventInWallets(tx, eventId, now)
  await noteRenamedCategoriesInWallets(tx, renamedCategories(stored, draft), now)
  return accepted(true)
}

/** Buyers don't wait for organisers: when they take seats or units that were to be moved, nothing changes. */
async function unlessTakenMeanwhile(change: () => Promise<Changed>): Promise<Changed> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof TakenMeanwhile)
      return { kind: 'refused', outcome: refused(problem('seats-taken-meanwhile', { field: 'tickets.max' })) }
    throw error
  }
}

function renamedCategories(stored: EventDraft, draft: EventDraft): number[] {
  const names = new Map(stored.categories.map(({ id, name }) => [id, name]))
  return draft.categories.flatMap(({ id, name }) => (id !== null && names.get(id) !== name ? [id] : []))
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
