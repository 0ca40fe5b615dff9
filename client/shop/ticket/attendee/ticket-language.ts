import type { BasicEventInfo } from '#contract/event.ts'

/** The language a ticket has until its buyer chooses one: that of the page where the event speaks it, else the event's first. */
export function ticketLanguage(contentLanguages: BasicEventInfo['contentLanguages'], language: string): string {
  const isSpoken = contentLanguages.some(({ locale }) => locale === language)
  return isSpoken ? language : (contentLanguages[0]?.locale ?? language)
}
