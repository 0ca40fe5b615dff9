import { calendarEntry } from '#server/catalog/catalog/calendar.ts'
import { calendarToSubscribe } from '#server/documents/calendar/event-calendar.ts'
import { ownerOf } from '#server/foundation/heavy-work/fair-queue.ts'
import type { Rendering } from '#server/foundation/markdown/rendered-markdown.ts'
import type { Feed } from './feed.ts'

/** The listed events as a calendar to subscribe to. Each entry has the id it has in the file of its event alone. */
export function calendarFeed({ entries, host, title, address }: Feed): string {
  return calendarToSubscribe(
    entries.map(({ event, changedAt, url, title: displayName, language }) => ({
      entry: { ...calendarEntry(event, { language }), displayName, websiteUrl: url },
      writtenAt: changedAt,
    })),
    { host, name: title, address },
  )
}

/** What has to be rendered before it is written. */
export function describedInCalendar({ entries }: Feed): Rendering[] {
  return entries.map(({ event, language }) => ({
    to: 'text',
    markdown: calendarEntry(event, { language }).description,
    owner: ownerOf(event.organization),
  }))
}
