import type { EventFormat } from '#domain/catalog/catalog/event.ts'
import type { PublicationStatus } from '#domain/catalog/catalog/common-context.ts'
import type { EventDraft } from './event-draft.ts'
import { type Reading, line, readTexts, readUrl, trimmed } from './reading.ts'
import { isSlug, slugOf } from './slug.ts'

const MAX_TITLE_LENGTH = 255

const FORMATS: readonly string[] = ['IN_PERSON', 'ONLINE', 'HYBRID'] satisfies EventFormat[]
const STATUSES: readonly string[] = ['PUBLIC', 'DRAFT', 'DISABLED'] satisfies PublicationStatus[]

const isFormat = (text: string): text is EventFormat => FORMATS.includes(text)
const isStatus = (text: string): text is PublicationStatus => STATUSES.includes(text)

export type Texts = Pick<EventDraft, 'languages' | 'description' | 'shortDescription'>
export type Urls = Pick<EventDraft, 'websiteUrl' | 'termsUrl' | 'privacyUrl'>
export type Place = Pick<EventDraft, 'location' | 'coordinates'>

export function readTitle({ request, stored, findings }: Reading): string | undefined {
  const title = line(request.title) ?? stored?.title
  if (title === undefined) return findings.refuse('title-missing', 'title')
  return title.length <= MAX_TITLE_LENGTH ? title : findings.refuse('title-too-long', 'title', MAX_TITLE_LENGTH)
}

/** The given short name, or one made out of the title. It never changes once the event is stored. */
export function readSlug({ request, stored, findings }: Reading, title: string | undefined): string | undefined {
  const slug = trimmed(request.slug)
  if (stored !== null) {
    return slug === null || slug === stored.slug ? stored.slug : findings.refuse('slug-fixed', 'slug', stored.slug)
  }
  if (slug === null) return title === undefined ? undefined : slugOf(title)
  return isSlug(slug) ? slug : findings.refuse('slug-malformed', 'slug', slug)
}

/** In person unless stated; it never changes once the event is stored. */
export function readFormat({ request, stored, findings }: Reading): EventFormat | undefined {
  const format = trimmed(request.format) ?? stored?.format ?? 'IN_PERSON'
  if (!isFormat(format)) return findings.refuse('format-unknown', 'format', format)
  if (stored !== null && format !== stored.format) return findings.refuse('format-fixed', 'format', stored.format)
  return format
}

/** A new event is a draft until its organiser says otherwise (domain rules 5). */
export function readStatus({ request, stored, findings }: Reading): PublicationStatus | undefined {
  const status = trimmed(request.status) ?? stored?.status ?? 'DRAFT'
  return isStatus(status) ? status : findings.refuse('status-unknown', 'status', status)
}

/** The languages of the description are the languages of the event. */
export function readEventTexts(reading: Reading): Texts | undefined {
  const { request, stored, known, findings } = reading
  const description = request.description ? readTexts(reading, request.description, 'description') : stored?.description
  const shortDescription = request.shortDescription
    ? readTexts(reading, request.shortDescription, 'shortDescription')
    : (stored?.shortDescription ?? {})
  if (request.description && description === undefined) return undefined
  const languages = known.languages.filter(language => description?.[language] !== undefined)
  if (description === undefined || languages.length === 0) {
    return findings.refuse('description-missing', 'description')
  }
  return shortDescription && { languages, description, shortDescription }
}

export function readUrls(reading: Reading): Urls | undefined {
  const { request, stored } = reading
  const website = readUrl(reading, request.websiteUrl, 'websiteUrl', 'website-url-unreadable')
  const terms = readUrl(reading, request.termsAndConditionsUrl, 'termsAndConditionsUrl', 'terms-url-unreadable')
  const privacy = readUrl(reading, request.privacyPolicyUrl, 'privacyPolicyUrl', 'url-unreadable')
  readUrl(reading, request.imageUrl, 'imageUrl', 'image-url-unreadable')
  if (website === undefined || terms === undefined || privacy === undefined) return undefined
  return {
    websiteUrl: website ?? stored?.websiteUrl ?? null,
    termsUrl: terms ?? stored?.termsUrl ?? null,
    privacyUrl: privacy ?? stored?.privacyUrl ?? null,
  }
}

/** Everything but a purely online event takes place somewhere. */
export function readPlace(reading: Reading, format: EventFormat | undefined): Place | undefined {
  const { request, stored, findings } = reading
  const location = trimmed(request.location?.fullAddress) ?? stored?.location ?? null
  const coordinates = readCoordinates(reading)
  if (format !== undefined && format !== 'ONLINE' && location === null) {
    return findings.refuse('location-missing', 'location.fullAddress')
  }
  return coordinates === undefined ? undefined : { location, coordinates }
}

function readCoordinates({ request, stored, findings }: Reading): EventDraft['coordinates'] | undefined {
  const latitude = trimmed(request.location?.coordinate?.latitude)
  const longitude = trimmed(request.location?.coordinate?.longitude)
  if (latitude === null && longitude === null) return stored?.coordinates ?? null
  return isDegrees(latitude, 90) && isDegrees(longitude, 180)
    ? { latitude, longitude }
    : findings.refuse('coordinates-unreadable', 'location.coordinate')
}

const isDegrees = (text: string | null, most: number): text is string =>
  text !== null && /^-?\d{1,3}(\.\d{1,12})?$/.test(text) && Math.abs(Number(text)) <= most
