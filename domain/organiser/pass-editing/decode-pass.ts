import type { PublicationStatus } from '#domain/catalog/catalog/common-context.ts'
import type { PassUsage, PassValidity, Withdrawal } from '#domain/catalog/catalog/pass.ts'
import { type Tax, UNTAXED } from '#domain/catalog/price/vat.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import { type Minor, ZERO } from '#domain/foundation/money/money.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { cleanLine } from '#domain/foundation/text/clean-text.ts'
import { newFindings } from '#domain/organiser/event-editing/event-problem.ts'
import { readFields } from '#domain/organiser/event-editing/field.ts'
import {
  type DecodingContext,
  amountOf,
  isComplete,
  isWithin,
  percentageOf,
  readCurrency,
  readMaximum,
  readMoment,
  readPaymentProxies,
  readSettings,
  readTags,
  readTextOverrides,
  readTexts,
  readTimeZone,
  readUrl,
  trimmed,
} from '#domain/organiser/event-editing/reading.ts'
import type { PassDraft, PassRequest, TermRequest } from './pass-draft.ts'
import type { PassFindings, PassProblemCode } from './pass-problem.ts'

const MAX_TITLE_LENGTH = 255
const MAX_PASSES = 100_000_000
const MAX_DAYS = 365
/** Tickets that one pass pays for, and units of time that it is good for. */
const MAX_ENTRIES = 100_000
const MAX_UNITS = { DAYS: 10_000, MONTHS: 1_200, YEARS: 100 } as const

/** What every reader of a part of the request works with; `stored` is null when the pass is new. */
type PassReading = {
  readonly request: PassRequest
  readonly stored: PassDraft | null
  readonly context: Omit<DecodingContext, 'organizerCodes'> & {
    /** Its organisation or the shop has terms, by which a pass without its own is sold. */
    readonly hasSharedTerms?: boolean
  }
  readonly findings: PassFindings
}

/**
 * Reads what an organiser requests. With `stored`, members that are absent or null keep what is stored. All problems
 * are returned at once, in the order in which other shops of the wire check them. What depends on passes already sold
 * is decided by `judgePassChange`.
 */
export function decodePass(
  request: PassRequest,
  stored: PassDraft | null,
  context: PassReading['context'],
): Outcome<PassDraft> {
  const reading: PassReading = { request, stored, context, findings: newFindings<PassProblemCode>() }
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
  readUrl(reading, request.imageUrl, 'imageUrl', 'image-url-unreadable')
  const tags = readTags(reading)
  const sale = readTermsOfSale(reading, timeZone)
  // How many are sold; null: any number.
  const bounds = { min: 0, max: MAX_PASSES, code: 'maximum-unreadable', field: 'maxAvailable' } as const
  const maxAvailable = readMaximum(reading, request.maxAvailable, { kept: stored?.maxAvailable ?? null, ...bounds })
  const withdrawal = readWithdrawal(reading)
  const fields = readFields(reading, { categories: [], services: [], firstLanguage: texts?.languages[0] })
  const overrides = readTextOverrides(reading)
  const parts = { timeZone, use, texts, urls, sale, tags, maxAvailable, withdrawal, fields, overrides }
  if (!isComplete(parts)) return undefined
  return {
    timeZone: parts.timeZone,
    ...parts.use,
    ...parts.texts,
    ...parts.urls,
    ...parts.sale,
    tags: parts.tags,
    maxAvailable: parts.maxAvailable,
    withdrawal: parts.withdrawal,
    status: statusOf(request.isPublic ?? null, stored),
    isTransferable: request.transferable ?? stored?.isTransferable ?? true,
    generatesTickets: request.supportsTicketsGeneration ?? stored?.generatesTickets ?? false,
    fields: parts.fields,
    settings: readSettings(request.settings, 'settings'),
    texts: parts.overrides,
  }
}

/** A visitor who knows its address can buy a pass that is not public. Stating it puts a removed pass back on sale. */
function statusOf(isPublic: boolean | null, stored: PassDraft | null): PublicationStatus {
  if (isPublic === null) return stored?.status ?? 'DRAFT'
  return isPublic ? 'PUBLIC' : 'DRAFT'
}

/** `maxEntries` is undefined where the term says nothing of entries. */
type Term = { readonly validity: PassValidity; readonly maxEntries: number | null | undefined }

/** For how many tickets a pass is good, and from when until when (domain rules 7.1). */
function readUse(
  reading: PassReading,
  timeZone: string | undefined,
): Pick<PassDraft, 'usage' | 'validity'> | undefined {
  const kind = readUsageType(reading)
  const term = readTerm(reading, timeZone)
  const maxEntries = term && readMaxEntries(reading, term)
  if (kind === undefined || term === undefined || maxEntries === undefined) return undefined
  return { usage: { kind, maxEntries }, validity: term.validity }
}

function readUsageType({ request, stored, findings }: PassReading): PassUsage['kind'] | undefined {
  return request.usageType ?? stored?.usage.kind ?? findings.refuse('usage-unknown', 'usageType', '')
}

function readTerm(reading: PassReading, timeZone: string | undefined): Term | undefined {
  const { request, stored, findings } = reading
  const { term, termType = null } = request
  if (termType === null && !term && stored) return { validity: stored.validity, maxEntries: undefined }
  if (!term) return findings.refuse('term-missing', 'term')
  switch (termType) {
    case 'standard':
      return readPeriod(reading, term)
    case 'numEntries':
      return readEntries(reading, term)
    case 'custom':
      return readDates(reading, term, timeZone)
    default:
      return findings.refuse('term-type-unknown', 'termType', '')
  }
}

function readPeriod({ findings: { refuse } }: PassReading, { timeUnit: unit, units = null }: TermRequest) {
  const isFit = unit && units !== null && isWithin(units, 1, MAX_UNITS[unit])
  return isFit
    ? ({ validity: { kind: 'STANDARD', units, unit }, maxEntries: undefined } as const)
    : refuse('term-units-unreadable', 'term', MAX_UNITS.DAYS, MAX_UNITS.MONTHS, MAX_UNITS.YEARS)
}

function readEntries(reading: PassReading, { numEntries = null }: TermRequest): Term | undefined {
  const field = 'term.numEntries'
  if (numEntries === null) return reading.findings.refuse('term-entries-unreadable', field, '')
  const bounds = { kept: null, min: 1, max: MAX_ENTRIES, code: 'term-entries-unreadable', field } as const
  const maxEntries = readMaximum(reading, numEntries, bounds)
  return maxEntries === undefined ? undefined : { validity: { kind: 'NOT_SET' }, maxEntries }
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
function readMaxEntries(reading: PassReading, { maxEntries: ofTerm }: Term): number | null | undefined {
  const { request, stored, findings } = reading
  const stated = request.maxEntries ?? null
  if (stated === null) return ofTerm === undefined ? (stored?.usage.maxEntries ?? null) : ofTerm
  const bounds = { kept: null, min: 1, max: MAX_ENTRIES, code: 'entries-unreadable', field: 'maxEntries' } as const
  const read = readMaximum(reading, stated, bounds)
  const isTwice = read !== undefined && ofTerm !== undefined && ofTerm !== read
  return isTwice ? findings.refuse('entries-twice', 'maxEntries', stated) : read
}

type Texts = Pick<PassDraft, 'languages' | 'title' | 'description' | 'shortDescription'>

/** Title and description are in the same languages, which are those of the pass. */
function readPassTexts(reading: PassReading): Texts | undefined {
  const { request, stored, context, findings } = reading
  const title = readTitle(reading)
  const description = readTexts(reading, request.description, 'description', stored?.description)
  if (description && isEmpty(description)) return findings.refuse('description-missing', 'description')
  const shortDescription = readTexts(reading, request.shortDescription, 'shortDescription', stored?.shortDescription)
  if (!title || !description || !shortDescription) return undefined
  const languages = context.languages.filter(language => title[language] !== undefined)
  const isSame = context.languages.every(
    language => (title[language] === undefined) === (description[language] === undefined),
  )
  return isSame ? { languages, title, description, shortDescription } : findings.refuse('languages-differ', 'title')
}

function readTitle(reading: PassReading): LocalizedTexts | undefined {
  const { request, stored, findings } = reading
  const lines = request.title?.map(({ lang, body }) => ({ lang, body: cleanLine(body) }))
  const title = readTexts(reading, lines, 'title', stored?.title)
  if (title === undefined) return undefined
  if (isEmpty(title)) return findings.refuse('title-missing', 'title')
  const isTooLong = Object.values(title).some(text => text.length > MAX_TITLE_LENGTH)
  return isTooLong ? findings.refuse('title-too-long', 'title', MAX_TITLE_LENGTH) : title
}

const isEmpty = (texts: LocalizedTexts): boolean => Object.keys(texts).length === 0

/** Buyers accept the terms, so a pass has some: its own, or those of its organisation or the shop. */
function readUrls(reading: PassReading): Pick<PassDraft, 'websiteUrl' | 'termsUrl' | 'privacyUrl'> | undefined {
  const { request, stored, findings, context } = reading
  const terms = readUrl(reading, request.termsAndConditionsUrl, 'termsAndConditionsUrl', 'terms-url-unreadable')
  const privacy = readUrl(reading, request.privacyPolicyUrl, 'privacyPolicyUrl', 'url-unreadable')
  const website = readUrl(reading, request.websiteUrl, 'websiteUrl', 'url-unreadable')
  if (terms === undefined || privacy === undefined || website === undefined) return undefined
  const termsUrl = terms ?? stored?.termsUrl ?? null
  if (termsUrl === null && !context.hasSharedTerms) return findings.refuse('terms-url-missing', 'termsAndConditionsUrl')
  return {
    termsUrl,
    privacyUrl: privacy ?? stored?.privacyUrl ?? null,
    websiteUrl: website ?? stored?.websiteUrl ?? null,
  }
}

type TermsOfSale = Pick<PassDraft, 'currency' | 'tax' | 'onSale' | 'paymentProxies' | 'price'>

/** What a pass costs, from when until when it is sold, and how it is paid. */
function readTermsOfSale(reading: PassReading, timeZone: string | undefined): TermsOfSale | undefined {
  const { request, stored } = reading
  // There is no desk at which a pass could be paid; what costs nothing needs no way to pay.
  const isFree = request.price === null || request.price === undefined ? stored?.price === ZERO : request.price === 0
  const currency = readCurrencyOfPass(reading)
  const parts = {
    currency,
    tax: readTax(reading),
    onSale: readSale(reading, timeZone),
    paymentProxies: readPaymentProxies(reading, request.paymentMethods ?? stored?.paymentProxies ?? [], {
      hasDesk: false,
      isFree,
      field: 'paymentMethods',
    }),
    price: readPrice(reading, currency),
  }
  return isComplete(parts) ? parts : undefined
}

/** A free pass has a currency, too: clients of the wire always print the price with it. */
function readCurrencyOfPass(reading: PassReading): Currency | undefined {
  const stated = readCurrency(reading, reading.request.currencyCode, 'currencyCode')
  if (stated !== null) return stated
  return reading.stored?.currency ?? reading.findings.refuse('currency-missing', 'currencyCode')
}

function readTax({ request, stored, findings: { refuse } }: PassReading): Tax | undefined {
  const policy = request.taxPolicy ?? stored?.tax.status ?? ''
  if (policy === 'NONE') return UNTAXED
  if (policy !== 'INCLUDED' && policy !== 'NOT_INCLUDED') return refuse('tax-policy-unknown', 'taxPolicy', policy)
  const stated = request.taxPercentage ?? null
  const rate = stated === null ? stored?.tax.percentage : percentageOf(stated)
  if (rate === undefined) return refuse('tax-unreadable', 'taxPercentage', String(stated ?? ''))
  return rate === 0n ? UNTAXED : { status: policy, percentage: rate }
}

/** A blank end removes the end. */
function readSale(reading: PassReading, timeZone: string | undefined): PassDraft['onSale'] | undefined {
  const { request, stored, findings } = reading
  const from = readMoment(reading, request.onSaleFrom, timeZone, 'onSaleFrom')
  const start = from === null ? stored?.onSale.start : from
  if (from === null && start === undefined) findings.refuse('sale-start-missing', 'onSaleFrom')
  const isEndStated = typeof request.onSaleTo === 'string'
  const end = isEndStated ? readMoment(reading, request.onSaleTo, timeZone, 'onSaleTo') : (stored?.onSale.end ?? null)
  if (start === undefined || end === undefined) return undefined
  return end === null || start < end ? { start, end } : findings.refuse('sale-order', 'onSaleTo')
}

/** A price in another currency is another price. */
function readPrice({ request, stored, findings }: PassReading, currency: Currency | undefined): Minor | undefined {
  const stated = request.price ?? null
  if (currency === undefined) return undefined
  if (stated === null) {
    return stored?.currency === currency ? stored.price : findings.refuse('price-missing', 'price')
  }
  return amountOf(stated, currency) ?? findings.refuse('price-unreadable', 'price', String(stated))
}

/** What the law of the European Union gives consumers where nothing else is agreed. */
const BY_LAW: Withdrawal = { kind: 'possible', days: 14, afterUse: 'PRO_RATA' }

/** Days to withdraw in, or the reason why that is not possible; never both and never neither. */
function readWithdrawal(reading: PassReading): Withdrawal | undefined {
  const { request, stored, findings } = reading
  if (!request.withdrawal) return stored?.withdrawal ?? BY_LAW
  const { days = null, afterUse, reason } = request.withdrawal
  if ((days !== null) === Boolean(reason) || (days !== null && !isWithin(days, 1, MAX_DAYS))) {
    return findings.refuse('withdrawal-unreadable', 'withdrawal', MAX_DAYS)
  }
  if (days !== null) return { kind: 'possible', days, afterUse: afterUse ?? 'PRO_RATA' }
  const texts = readTexts(reading, reason, 'withdrawal.reason')
  if (texts === undefined) return undefined
  return isEmpty(texts)
    ? findings.refuse('withdrawal-reason-missing', 'withdrawal.reason')
    : { kind: 'none', reason: texts }
}
