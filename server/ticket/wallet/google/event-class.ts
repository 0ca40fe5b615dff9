import type { Category } from '#domain/catalog/catalog/category.ts'
import type { Event } from '#domain/catalog/catalog/event.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { eventPagePath, filePath, pathTo } from '#contract/paths.ts'
import { renderedText } from '#server/foundation/markdown/rendered-markdown.ts'
import { type Texts, sayIn } from '#server/foundation/language/texts.ts'
import { isoMoment } from '#server/foundation/base/time.ts'
import { placeOf } from '../place.ts'
import type { Resource } from './client.ts'

type ClassFacts = {
  readonly id: string
  readonly event: Event
  readonly category: Category
  readonly baseUrl: string
  readonly texts: Pick<Texts, 'text'>
}

/**
 * What all tickets of a category have in common, in the first language of the event (lifecycle G). Google shows the issuer's name, the
 * first 20 characters of it, beside each ticket: it is the organiser's.
 */
export function eventTicketClass({ id, event, category, baseUrl, texts }: ClassFacts): Resource {
  const [language] = event.languages
  const say = sayIn(texts, language)
  const text = (value: string) => ({ defaultValue: { language, value } })
  const name = displayName(event)
  const about = renderedText(inLanguage(event.description, language)).slice(0, MAX_MESSAGE)
  const page = `${baseUrl}${pathTo(eventPagePath, { shortName: event.shortName })}`
  const place = placeOf(event)
  return {
    id,
    eventId: String(event.id),
    multipleDevicesAndHoldersAllowedStatus: 'ONE_USER_ALL_DEVICES',
    issuerName: event.organization.name,
    eventName: text(name),
    ...(event.location !== null && { venue: { name: text(event.location), address: text(event.location) } }),
    dateTime: {
      start: isoMoment(category.validFrom ?? event.startsAt, event.timeZone),
      end: isoMoment(category.validTo ?? event.endsAt, event.timeZone),
    },
    reviewStatus: 'UNDER_REVIEW',
    hexBackgroundColor: '#FFFFFF',
    ...(event.fileDigest !== null && {
      logo: { sourceUri: { uri: `${baseUrl}${pathTo(filePath, { digest: event.fileDigest })}` } },
    }),
    classTemplateInfo: {
      cardTemplateOverride: { cardRowTemplateInfos: ['start', 'end'].map(rowOf) },
    },
    linksModuleData: { uris: [{ id: 'event', uri: event.websiteUrl ?? page, description: name }] },
    ...(about !== '' && { messages: [{ id: 'about', header: say('ticket.event-info'), body: about }] }),
    ...(place && { merchantLocations: [place] }),
  }
}

/** A message that is longer is refused. */
const MAX_MESSAGE = 2_000

const rowOf = (end: string) => ({
  oneItem: {
    item: { firstValue: { fields: [{ fieldPath: `class.dateTime.${end}`, dateFormat: 'DATE_TIME_YEAR' }] } },
  },
})
