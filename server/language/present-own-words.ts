import type { Event } from '#domain/catalog/event.ts'
import type { OwnWords } from './overrides.ts'
import { forBrowsers } from './texts.ts'

/** An event's own words as clients lay them over the bundle of each of its languages. */
export function presentOwnWords({
  event,
  words,
}: {
  readonly event: Pick<Event, 'languages'>
  readonly words: OwnWords
}): Record<string, Record<string, string>> {
  return Object.fromEntries(
    event.languages.flatMap(language => {
      const own = words.told.get(language)
      return own ? [[language, { ...forBrowsers(own) }]] : []
    }),
  )
}
