import type { PublicationStatus } from '#domain/catalog/catalog/common-context.ts'
import { findings } from '#domain/organiser/event-editing/event-problem.ts'
import { readFields } from '#domain/organiser/event-editing/field.ts'
import { readSettings, readTags, trimmed } from '#domain/organiser/event-editing/reading.ts'
import { readTextOverrides } from '#domain/organiser/event-editing/read-text-overrides.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import type { PassDraft } from './pass-draft.ts'
import type { PassProblemCode } from './pass-problem.ts'
import type { PassRequest } from './pass-request.ts'
import type { PassReading } from './read-parts.ts'
import { readMaxAvailable, readTermsOfSale } from './read-terms-of-sale.ts'
import { readImageUrl, readPassTexts, readUrls } from './read-texts.ts'
import { readUse } from './read-use.ts'
import { readWithdrawal } from './read-withdrawal.ts'

/**
 * Reads what an organiser asks for. With `stored`, members that are absent or null keep what is stored. All problems
 * are returned at once, in the order in which other shops of the wire check them. What depends on passes already sold
 * is decided by `judgePassChange`.
 */
export function decodePass(
  request: PassRequest,
  stored: PassDraft | null,
  known: PassReading['known'],
): Outcome<PassDraft> {
  const reading: PassReading = { request, stored, known, findings: findings<PassProblemCode>() }
  const draft = readDraft(reading)
  const [first, ...others] = reading.findings.problems
  if (first !== undefined) return refused(first, ...others)
  if (draft === undefined) throw new Error('a part of the pass could not be read, and no problem says why')
  return accepted(draft)
}

function readDraft(reading: PassReading): PassDraft | undefined {
  const { request, stored } = reading
  const timeZone = readTimeZone(reading)
  const use = readUse(reading, timeZone)
  const texts = readPassTexts(reading)
  const urls = readUrls(reading)
  readImageUrl(reading)
  const tags = readTags(reading)
  const sale = readTermsOfSale(reading, timeZone)
  const maxAvailable = readMaxAvailable(reading)
  const withdrawal = readWithdrawal(reading)
  const fields = readFields(reading, { categories: [], services: [], firstLanguage: texts?.languages[0] })
  const overrides = readTextOverrides(reading)
  if (timeZone === undefined || !use || !texts || !urls || !sale) return undefined
  if (maxAvailable === undefined || !withdrawal || !fields || !overrides || !tags) return undefined
  return {
    timeZone,
    ...use,
    ...texts,
    ...urls,
    ...sale,
    tags,
    maxAvailable,
    withdrawal,
    status: statusOf(request.isPublic ?? null, stored),
    isTransferable: request.transferable ?? stored?.isTransferable ?? true,
    generatesTickets: request.supportsTicketsGeneration ?? stored?.generatesTickets ?? false,
    fields,
    settings: readSettings(request.settings, 'settings'),
    texts: overrides,
  }
}

function readTimeZone({ request, stored, known, findings: { refuse } }: PassReading): string | undefined {
  const zone = trimmed(request.timezone) ?? stored?.timeZone ?? ''
  return known.isTimeZone(zone) ? zone : refuse('time-zone-unknown', 'timezone', zone)
}

/** A visitor who knows its address can buy a pass that is not public. Stating it puts a removed pass back on sale. */
function statusOf(isPublic: boolean | null, stored: PassDraft | null): PublicationStatus {
  if (isPublic === null) return stored?.status ?? 'DRAFT'
  return isPublic ? 'PUBLIC' : 'DRAFT'
}
