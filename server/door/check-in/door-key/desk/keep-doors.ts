import { MAX_DOOR_NAME } from '#contract/desk-door.ts'
import { type Principal, may } from '#domain/access/principal/principal.ts'
import { type Instant, after, days } from '#domain/foundation/instant.ts'
import type { LabelSize } from '#domain/door/door-scan/label.ts'
import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import { fromWall, wallTime } from '#domain/foundation/wall-clock.ts'
import type { OfferedService } from '#domain/catalog/catalog/offered-service.ts'
import { isOptional } from '#domain/catalog/price/additional-service.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { newApiKey } from '#server/access/api-key/api-key.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import { actorOf } from '#server/access/member/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { recordChange } from '#server/foundation/audit/change-log.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { endDoor, insertDoor } from '../store.ts'

export type DoorRequest = {
  readonly name: string
  readonly categoryIds?: readonly number[] | null | undefined
  readonly maySearch?: boolean | null | undefined
  readonly maySell?: boolean | null | undefined
  readonly sellCategoryIds?: readonly number[] | null | undefined
  readonly sellExtraIds?: readonly number[] | null | undefined
  readonly labelSize?: LabelSize | null | undefined
  readonly printsByItself?: boolean | null | undefined
  /** Local date-time of the event. */
  readonly validUntil?: string | null | undefined
}

type Made =
  | { readonly ok: true; readonly id: number; readonly key: string }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** A door is open a day longer than its event where nothing is said: people count their scans the morning after. */
const AFTER_THE_EVENT = days(1)

/**
 * Makes a door of an event. Its key is answered this once; a digest of it is stored. No member makes a door that may more
 * than they do: only who finds attendees by name makes one that does, and only who makes orders one that sells.
 */
export async function makeDoor(
  shop: Pick<Shop, 'db' | 'clock' | 'catalog'>,
  { by, event, request }: { readonly by: Principal; readonly event: EventOwner; readonly request: DoorRequest },
): Promise<Made> {
  const { db, clock } = shop
  const { context, categories, services } = await shop.catalog.eventOf(event.id)
  const now = clock.now()
  const name = cleanLine(request.name)
  const categoryIds = request.categoryIds ?? null
  const validUntil = request.validUntil ? momentOf(request.validUntil, context.timeZone) : usualEnd(context.endsAt, now)
  const maySearch = request.maySearch ?? false
  const maySell = request.maySell ?? false
  const sellCategoryIds = maySell ? (request.sellCategoryIds ?? null) : null
  const sellExtraIds = maySell ? extrasOf(request) : null
  const own = { organizationId: event.organizationId, eventId: event.id }
  const problems = [
    ...(name === '' ? [problem('name', 'foyer.desk.door.refused.name')] : []),
    ...(name.length > MAX_DOOR_NAME ? [problem('name', 'foyer.desk.door.refused.long', MAX_DOOR_NAME)] : []),
    ...(validUntil === undefined ? [problem('validUntil', 'foyer.desk.door.refused.date')] : []),
    ...(validUntil !== undefined && validUntil <= now ? [problem('validUntil', 'foyer.desk.door.refused.past')] : []),
    ...problemsOfCategories('categoryIds', categoryIds, categories),
    ...problemsOfCategories('sellCategoryIds', sellCategoryIds, categories),
    ...problemsOfExtras(sellExtraIds, services),
    ...(maySearch && !may(by, 'search-attendees', own) ? [problem('maySearch', 'foyer.desk.door.refused.search')] : []),
    ...(maySell && !may(by, 'manage-orders', own) ? [problem('maySell', 'foyer.desk.door.refused.sell')] : []),
  ]
  if (problems.length > 0 || validUntil === undefined) return { ok: false, problems }
  const key = newApiKey()
  const id = await transaction(db, async tx => {
    const rights = { categoryIds, maySearch, maySell, sellCategoryIds, sellExtraIds, labels: labelsOf(request) }
    const doorId = await insertDoor(tx, { eventId: event.id, name, ...rights, key, validUntil, now })
    await recordChange(tx, await actorOf(tx, by), {
      kind: 'EVENT',
      subjectId: event.id,
      subject: event.shortName,
      organizationId: event.organizationId,
      action: 'DOOR_MADE',
      after: { door: name, ...(maySell && { sells: true }) },
      now,
    })
    return doorId
  })
  return { ok: true, id, key }
}

/**
 * An extra belongs to no category, so that no rule says which of them go with some categories: a door that sells some alone sells the
 * extras that are chosen for it, none where none is; a door that sells all sells them all.
 */
const extrasOf = ({ sellCategoryIds, sellExtraIds }: DoorRequest): readonly number[] | null =>
  sellExtraIds ?? (sellCategoryIds == null ? null : [])

const labelsOf = ({ labelSize, printsByItself }: DoorRequest) =>
  labelSize == null ? null : { size: labelSize, isAutomatic: printsByItself ?? false }

/** Ends a door at once; pressed twice it has ended once. False where the event has no such door. */
export async function revokeDoor(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  { by, event, doorId }: { readonly by: Principal; readonly event: EventOwner; readonly doorId: number },
): Promise<boolean> {
  const now = clock.now()
  return transaction(db, async tx => {
    const ended = await endDoor(tx, { eventId: event.id, doorId }, now)
    if (ended === undefined) return false
    if (ended.before === null) {
      await recordChange(tx, await actorOf(tx, by), {
        kind: 'EVENT',
        subjectId: event.id,
        subject: event.shortName,
        organizationId: event.organizationId,
        action: 'DOOR_ENDED',
        before: { door: ended.name },
        now,
      })
    }
    return true
  })
}

/** What was typed, on the clock of the event; undefined where it is no date-time. */
function momentOf(typed: string, timeZone: string): Instant | undefined {
  const wall = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(typed) ? Date.parse(`${typed}Z`) : Number.NaN
  return Number.isNaN(wall) ? undefined : fromWall(wallTime(wall), timeZone)
}

/** Until when a door is open where nothing is said. */
export function usualEnd(endsAt: Instant, now: Instant): Instant {
  const usual = after(endsAt, AFTER_THE_EVENT)
  return usual > now ? usual : after(now, AFTER_THE_EVENT)
}

function problemsOfCategories(
  field: 'categoryIds' | 'sellCategoryIds',
  chosen: readonly number[] | null,
  categories: readonly { readonly id: number }[],
): Problem[] {
  if (chosen?.length === 0) return [problem(field, 'foyer.desk.door.refused.no-category')]
  const isForeign = chosen?.some(id => !categories.some(category => category.id === id)) ?? false
  return isForeign ? [problem(field, 'foyer.desk.door.refused.category')] : []
}

const problemsOfExtras = (
  chosen: readonly number[] | null,
  services: readonly Pick<OfferedService, 'id' | 'charge'>[],
): Problem[] =>
  (chosen ?? []).every(id => services.some(service => service.id === id && isOptional(service.charge)))
    ? []
    : [problem('sellExtraIds', 'foyer.desk.door.refused.extra')]

const problem = (field: string, code: string, ...args: readonly number[]): Problem => ({ field, code, args })
