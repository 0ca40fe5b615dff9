import type { TimeSpan } from '#server/foundation/language/dates.ts'
import { renderedText } from '#server/foundation/markdown/rendered-markdown.ts'

/** What a calendar shows of an event. */
export type CalendarEntry = {
  readonly shortName: string
  readonly displayName: string
  /** Markdown in the reader's language; empty when the event has none in it. */
  readonly description: string
  /** Null when it takes place online. */
  readonly location: string | null
  /** Where one person joins it online; in the place of the location, so that calendars show it as a link. */
  readonly joinUrl: string | null
  readonly span: TimeSpan
  /** The category these times are those of; null when they are the event's. */
  readonly categoryId: number | null
  readonly websiteUrl: string | null
  /** Grows with every change of the event, so that calendars know the newer of two files. */
  readonly version: number
}

/** In one line, as calendars want it (shop contract, calendar). */
export function locationLine(location: string): string {
  return location.replace(/[\r\n\t]+/g, ' ').trim()
}

export function descriptionText({ description }: CalendarEntry): string {
  return renderedText(description)
}
