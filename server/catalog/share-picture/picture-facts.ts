import type { Organizer } from '#contract/organizer.ts'
import type { Event } from '#domain/catalog/catalog/event.ts'
import type { Pass } from '#domain/catalog/catalog/pass.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { inLanguage, pluralOf } from '#domain/foundation/language/texts.ts'
import { timeSpanLines } from '#server/foundation/language/dates.ts'
import type { Say } from '#server/foundation/language/texts.ts'

/** What a picture says of one page: a title, and lines below it. */
export type PictureFacts = { readonly title: string; readonly lines: readonly string[] }

type Words = { readonly language: string; readonly say: Say }

/** When and where, or that it does not take place. */
export function eventFacts(event: Event, { language, say }: Words): PictureFacts {
  const { startsAt: start, endsAt: end, timeZone, format, location, cancellation } = event
  const place = format === 'ONLINE' ? say('event.location.online') : location
  const when =
    cancellation === null ? timeSpanLines({ start, end, timeZone }, language) : [say('foyer.share.cancelled')]
  return { title: inLanguage(event.title, language), lines: [...when, ...(place === null ? [] : [place])] }
}

/** Until when and how often it can be used. */
export function passFacts(pass: Pass, words: Words): PictureFacts {
  const { language, say } = words
  const { maxEntries } = pass.usage
  const entries =
    maxEntries === null
      ? say('foyer.pass.entries.any')
      : say(`foyer.pass.entries.${pluralOf(language, maxEntries)}`, maxEntries)
  return { title: inLanguage(pass.title, language), lines: [validity(pass, words), entries, pass.organization.name] }
}

function validity({ validity: valid, timeZone }: Pass, { language, say }: Words): string {
  if (valid.kind === 'STANDARD')
    return say(`foyer.pass.valid.${valid.unit}.${pluralOf(language, valid.units)}`, valid.units)
  const { from, to } = valid.kind === 'CUSTOM' ? valid : { from: null, to: null }
  const { shortDay } = datesIn(language, timeZone)
  const [first, last] = [from, to].map(moment => (moment === null ? undefined : shortDay(moment)))
  if (first && last) return say('foyer.pass.valid.from-to', first, last)
  if (first) return say('foyer.pass.valid.from', first)
  return last ? say('foyer.pass.valid.to', last) : say('foyer.pass.valid.always')
}

export const organizerFacts = ({ name }: Pick<Organizer, 'name'>, { say }: Pick<Words, 'say'>): PictureFacts => ({
  title: name,
  lines: [say('foyer.share.organizer')],
})
