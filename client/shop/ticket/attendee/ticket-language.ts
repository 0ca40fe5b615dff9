import type { BasicEventInfo } from '#contract/event.ts'

/** The language a ticket has until its buyer chooses one: that of the page where the event speaks it, else the event's first. */
export function ticketLanguage(contentLanguages: BasicEventInfo['contentLanguages'], language: string): string {
  const isOffered = contentLanguages.some(({ locale }) => locale === language)
  return isOffered ? language : (contentLanguages[0]?.locale ?? language)
}
