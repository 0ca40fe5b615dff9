import { readTexts, readUrl } from '#domain/organiser/event-editing/reading.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import type { PassDraft } from './pass-draft.ts'
import type { PassReading } from './read-parts.ts'

const MAX_TITLE_LENGTH = 255

type Texts = Pick<PassDraft, 'languages' | 'title' | 'description' | 'shortDescription'>
type Urls = Pick<PassDraft, 'websiteUrl' | 'termsUrl' | 'privacyUrl'>

/** Title and description are in the same languages, which are those of the pass. */
export function readPassTexts(reading: PassReading): Texts | undefined {
  const { request, stored, known, findings } = reading
  const title = readTitle(reading)
  const description = request.description ? readTexts(reading, request.description, 'description') : stored?.description
  if (isEmpty(description) && isUntold(reading, 'description')) {
    return findings.refuse('description-missing', 'description')
  }
  const shortDescription = request.shortDescription
    ? readTexts(reading, request.shortDescription, 'shortDescription')
    : (stored?.shortDescription ?? {})
  if (!title || !description || !shortDescription) return undefined
  const languages = known.languages.filter(language => title[language] !== undefined)
  const isSame = known.languages.every(
    language => (title[language] === undefined) === (description[language] === undefined),
  )
  return isSame ? { languages, title, description, shortDescription } : findings.refuse('languages-differ', 'title')
}

function readTitle(reading: PassReading): LocalizedTexts | undefined {
  const { request, stored, findings } = reading
  if (!request.title) return stored?.title ?? findings.refuse('title-missing', 'title')
  const lines = request.title.map(({ lang, body }) => ({ lang, body: cleanLine(body) }))
  const title = readTexts(reading, lines, 'title')
  if (title === undefined) return undefined
  if (isEmpty(title)) return findings.refuse('title-missing', 'title')
  const isTooLong = Object.values(title).some(text => text.length > MAX_TITLE_LENGTH)
  return isTooLong ? findings.refuse('title-too-long', 'title', MAX_TITLE_LENGTH) : title
}

const isEmpty = (texts: LocalizedTexts | undefined): boolean => Object.keys(texts ?? {}).length === 0

/** No reader has reported a problem of it yet. */
const isUntold = ({ findings }: PassReading, field: string): boolean =>
  !findings.problems.some(problem => problem.field === field)

/** Buyers accept the terms, so a pass has some. */
export function readUrls(reading: PassReading): Urls | undefined {
  const { request, stored, findings } = reading
  const terms = readUrl(reading, request.termsAndConditionsUrl, 'termsAndConditionsUrl', 'terms-url-unreadable')
  const privacy = readUrl(reading, request.privacyPolicyUrl, 'privacyPolicyUrl', 'url-unreadable')
  const website = readUrl(reading, request.websiteUrl, 'websiteUrl', 'url-unreadable')
  if (terms === undefined || privacy === undefined || website === undefined) return undefined
  const termsUrl = terms ?? stored?.termsUrl ?? null
  if (termsUrl === null) return findings.refuse('terms-url-missing', 'termsAndConditionsUrl')
  return {
    termsUrl,
    privacyUrl: privacy ?? stored?.privacyUrl ?? null,
    websiteUrl: website ?? stored?.websiteUrl ?? null,
  }
}

/** The part that fetches it finds out whether it leads to an image. */
export function readImageUrl(reading: PassReading): void {
  readUrl(reading, reading.request.imageUrl, 'imageUrl', 'image-url-unreadable')
}
