import type { EventRequest } from '#domain/organiser/event-editing/event-request.ts'
import { type Shift, shiftedEvent } from '#domain/organiser/event-editing/shift-event.ts'
import { writeEvent } from '#domain/organiser/event-editing/write-event.ts'
import { type Outcome, refused } from '#domain/foundation/outcome.ts'
import { problem } from '#domain/foundation/problem.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Actor } from '#server/foundation/audit/change-log.ts'
import { readableSettings, statedBy, statedByCategories } from '#server/foundation/setting/stated-settings.ts'
import { type StatedEvent, loadStated } from '#server/organiser/event-editing/load-stated.ts'
import { createEvent } from '#server/organiser/event-editing/save-event.ts'

type Copy = { readonly title: string | null; readonly startsAt: string; readonly by: Actor }

/**
 * Creates a draft like an event, which starts at another local date-time; every other date is shifted by the same time on
 * the clock. Everything is copied but what has been sold, and the short name. Refused as `createEvent` is.
 */
export async function duplicateEvent(
  shop: Shop,
  event: EventOwner,
  { title, startsAt, by }: Copy,
): Promise<Outcome<EventOwner>> {
  const source = await loadStated(shop.db, event.id, { withGroups: false })
  const shift: Shift = { to: startsAt, zone: source.draft.timeZone }
  const shifted = shiftedEvent(await requestOf(shop, event.id, source), shift)
  if (shifted === undefined) return refused(problem('date-unreadable', { field: 'startsAt', args: [startsAt] }))
  const request = { ...shifted, ...(title?.trim() && { title }), slug: null, status: 'DRAFT' } as const
  const image = source.imageId === null ? null : ({ from: 'stored', digest: source.imageId, isThere: true } as const)
  return createEvent(shop, {
    organizationId: event.organizationId,
    request,
    image,
    by,
    mayOnlyAnnounce: true,
  })
}

/** The event with its secret settings, and without ids and what belongs to its organisation. */
async function requestOf({ db }: Pick<Shop, 'db'>, id: number, { stated }: StatedEvent): Promise<EventRequest> {
  const { tickets, polls, groups: _groups, organizer: _organizer, ...request } = writeEvent(stated)
  const settings = await statedBy(db, { level: 'context', contextId: id })
  const ofCategories = await statedByCategories(db, id)
  return {
    ...request,
    settings: readableSettings(settings),
    polls: (polls ?? []).map(poll => ({ ...poll, status: 'DRAFT' as const })),
    groupLink: request.groupLink ?? {},
    tickets: {
      ...tickets,
      categories: (tickets?.categories ?? []).map(({ id: categoryId, ...category }) => ({
        ...category,
        settings: readableSettings(ofCategories.get(categoryId ?? 0) ?? new Map()),
      })),
    },
  }
}
