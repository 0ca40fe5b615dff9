import type { PassUsage, PassValidity } from '#domain/catalog/catalog/pass.ts'
import { isWholeNumber, readMoment, trimmed } from '#domain/organiser/event-editing/reading.ts'
import type { PassDraft } from './pass-draft.ts'
import type { PassReading } from './read-parts.ts'
import type { TermRequest } from './pass-request.ts'

/** Tickets that one pass pays for, and units of time that it is good for. */
const MAX_ENTRIES = 100_000
const MAX_UNITS = { DAYS: 10_000, MONTHS: 1_200, YEARS: 100 } as const
const ANY_NUMBER = -1

type Use = Pick<PassDraft, 'usage' | 'validity'>
/** `maxEntries` is undefined where the term says nothing of entries. */
type Term = { readonly validity: PassValidity; readonly maxEntries: number | null | undefined }

/** For how many tickets a pass is good, and from when until when (domain rules 7.1). */
export function readUse(reading: PassReading, timeZone: string | undefined): Use | undefined {
  const kind = readUsageType(reading)
  const term = readTerm(reading, timeZone)
  const maxEntries = term && readMaxEntries(reading, term)
  if (kind === undefined || term === undefined || maxEntries === undefined) return undefined
  return { usage: { kind, maxEntries }, validity: term.validity }
}

function readUsageType({ request, stored, findings: { refuse } }: PassReading): PassUsage['kind'] | undefined {
  const type = trimmed(request.usageType) ?? stored?.usage.kind ?? ''
  return type === 'ONCE_PER_EVENT' || type === 'UNLIMITED' ? type : refuse('usage-unknown', 'usageType', type)
}

function readTerm(reading: PassReading, timeZone: string | undefined): Term | undefined {
  const { request, stored, findings } = reading
  const { term } = request
  const type = trimmed(request.termType)
  if (type === null && !term && stored) return { validity: stored.validity, maxEntries: undefined }
  if (!term) return findings.refuse('term-missing', 'term')
  switch (type) {
    case 'standard':
      return readPeriod(reading, term)
    case 'numEntries':
      return readEntries(reading, term)
    case 'custom':
      return readDates(reading, term, timeZone)
    default:
      return findings.refuse('term-type-unknown', 'termType', type ?? '')
  }
}

function readPeriod({ findings: { refuse } }: PassReading, { timeUnit, units }: TermRequest): Term | undefined {
  const unit = trimmed(timeUnit)
  const isUnit = unit === 'DAYS' || unit === 'MONTHS' || unit === 'YEARS'
  return isUnit && isWholeNumber(units ?? 0, 1, MAX_UNITS[unit])
    ? { validity: { kind: 'STANDARD', units: units ?? 0, unit }, maxEntries: undefined }
    : refuse('term-units-unreadable', 'term', MAX_UNITS.DAYS, MAX_UNITS.MONTHS, MAX_UNITS.YEARS)
}

function readEntries({ findings: { refuse } }: PassReading, { numEntries }: TermRequest): Term | undefined {
  const maxEntries = entries(numEntries ?? 0)
  return maxEntries === undefined
    ? refuse('term-entries-unreadable', 'term.numEntries', numEntries ?? '')
    : { validity: { kind: 'NOT_SET' }, maxEntries }
}

/** Either end may stay open, not both. */
function readDates(
  reading: PassReading,
  { validityFrom, validityTo }: TermRequest,
  timeZone: string | undefined,
): Term | undefined {
  const { refuse } = reading.findings
  if (trimmed(validityFrom) === null && trimmed(validityTo) === null) return refuse('term-dates-missing', 'term')
  const from = readMoment(reading, validityFrom, timeZone, 'term.validityFrom')
  const to = readMoment(reading, validityTo, timeZone, 'term.validityTo')
  if (from === undefined || to === undefined) return undefined
  if (from !== null && to !== null && from >= to) return refuse('term-dates-order', 'term.validityTo')
  return { validity: { kind: 'CUSTOM', from, to }, maxEntries: undefined }
}

/** Null: any number. A pass has one number of entries, wherever it is stated. */
function readMaxEntries(
  { request, stored, findings: { refuse } }: PassReading,
  { maxEntries: ofTerm }: Term,
): number | null | undefined {
  const stated = request.maxEntries ?? null
  if (stated === null) return ofTerm === undefined ? (stored?.usage.maxEntries ?? null) : ofTerm
  const read = entries(stated)
  if (read === undefined) return refuse('entries-unreadable', 'maxEntries', stated)
  if (ofTerm !== undefined && ofTerm !== read) return refuse('entries-twice', 'maxEntries', stated)
  return read
}

function entries(count: number): number | null | undefined {
  if (count === ANY_NUMBER) return null
  return isWholeNumber(count, 1, MAX_ENTRIES) ? count : undefined
}
