import type { Category } from '#domain/catalog/catalog/category.ts'
import type { CallLink, Event } from '#domain/catalog/catalog/event.ts'
import { type Instant, after } from '#domain/foundation/instant.ts'

/** The link that is open: from its start until its end, which is outside; of several the one that began last. */
export function openCallLink(links: readonly CallLink[], now: Instant): CallLink | undefined {
  return links.filter(({ start, end }) => start <= now && now < end).sort((a, b) => b.start - a.start)[0]
}

/** When a holder can come in; `until` is outside. */
export type Opening = { readonly from: Instant; readonly until: Instant }

/** What decides whether the room of an online ticket is open. It does not say where the room is. */
export type RoomTimes = {
  readonly openings: readonly Opening[]
  readonly startsAt: Instant
  readonly endsAt: Instant
}

/** Times of the event's links, as far as the category lets its holders in. Without links the event's own count. */
export function roomTimes(
  { callLinks, startsAt, endsAt }: Pick<Event, 'callLinks' | 'startsAt' | 'endsAt'>,
  { checkInFrom, checkInTo }: Pick<Category, 'checkInFrom' | 'checkInTo'>,
): RoomTimes {
  const openings = callLinks
    .map(({ start, end }) => ({
      from: checkInFrom === null || checkInFrom < start ? start : checkInFrom,
      // The last moment of a category is inside, that of a link is not.
      until: checkInTo === null || checkInTo >= end ? end : after(checkInTo, 1),
    }))
    .filter(({ from, until }) => from < until)
    .sort((a, b) => a.from - b.from)
  const isLater = callLinks.length === 0 && checkInFrom !== null && checkInFrom > startsAt
  return { openings, startsAt: isLater ? checkInFrom : startsAt, endsAt }
}

/** The room as a waiting attendee finds it. */
export type Room =
  /** Also in a break between two links. */
  | { readonly state: 'not-started'; readonly opensAt: Instant }
  /** Not open: the organiser has named no link for now. */
  | { readonly state: 'running'; readonly isOpen: boolean }
  | { readonly state: 'ended' }

/** An event that runs longer than its links is not over, and one that has ended is open as long as a link of it is. */
export function roomAt({ openings, startsAt, endsAt }: RoomTimes, now: Instant): Room {
  if (openings.some(({ from, until }) => from <= now && now < until)) return { state: 'running', isOpen: true }
  const next = openings.find(({ from }) => from > now)
  if (next) return { state: 'not-started', opensAt: next.from }
  if (now < startsAt) return { state: 'not-started', opensAt: startsAt }
  return now < endsAt ? { state: 'running', isOpen: false } : { state: 'ended' }
}
