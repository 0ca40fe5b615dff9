import { type Category } from '#domain/catalog/catalog/category.ts'
import { type Event, isOnline } from '#domain/catalog/catalog/event.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import type { CalendarEntry } from '#server/documents/calendar/calendar.ts'

type CalendarFacts = {
  readonly language: string
  readonly category?: Category
  /** The event's page in the shop, for events without a site of their own. */
  readonly pageUrl?: string
  /** Where the reader joins online; for this reader only. */
  readonly joinUrl?: string
}

/** The event in a calendar, in a language; in the times of a category that has its own. */
export function calendarEntry(event: Event, { language, category, pageUrl, joinUrl }: CalendarFacts): CalendarEntry {
  const hasOwnTimes = category !== undefined && (category.validFrom !== null || category.validTo !== null)
  const isRemote = category ? isOnline(event, category) : event.format === 'ONLINE'
  return {
    shortName: event.shortName,
    displayName: displayName(event),
    description: descriptionIn(event, language),
    location: isRemote ? null : event.location,
    joinUrl: joinUrl ?? null,
    span: {
      start: category?.validFrom ?? event.startsAt,
      end: category?.validTo ?? event.endsAt,
      timeZone: event.timeZone,
    },
    categoryId: hasOwnTimes ? category.id : null,
    websiteUrl: event.websiteUrl ?? pageUrl ?? null,
    version: event.version,
  }
}

/** Nothing in a language the event doesn't speak; `language` may be any text. */
function descriptionIn({ description, languages }: Event, language: string): string {
  const shared = languages.find(own => own === language)
  return (shared && description[shared]) ?? ''
}
