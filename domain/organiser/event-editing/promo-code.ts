import type { Discount } from '#domain/catalog/promo-code/promo-code.ts'
import type { Instant, Window } from '#domain/foundation/instant.ts'
import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { percentage } from '#domain/foundation/money/percentage.ts'
import { type Outcome, acceptedUnless } from '#domain/foundation/outcome.ts'
import {
  type CategoryDraft,
  type CategoryReference,
  type CodeEffect,
  type DiscountDraft,
  type PromoCodeDraft,
  referenceOf,
} from './event-draft.ts'
import { type EventProblem, newFindings } from './event-problem.ts'
import type { DiscountRequest, PromoCodeRequest } from './event-request.ts'
import {
  type Place,
  type Reading,
  type Times,
  allRead,
  isComplete,
  isWithin,
  readCurrency,
  readMaximum,
  readMoment,
  readNamed,
  readNumber,
  readTexts,
  trimmed,
  windowUntil,
} from './reading.ts'

/** Shorter ones are guessed (domain rules 2.1). */
const MIN_CODE_LENGTH = 7
const MAX_CODE_LENGTH = 64
const MAX_TICKETS = 1_000
const MAX_USAGE = 2_147_483_647
const MAX_AMOUNT = 2_147_483_647

/** What codes and discounts are read against. */
type Scope = {
  readonly times: Times
  readonly currency: Currency | null
  readonly categories: readonly CategoryDraft[]
}

/**
 * What a code is read against: the event, or the organisation whose code holds in all of its events. Without an end of its own
 * it holds until `endsAt`, where there is such a moment.
 */
type CodeScope = Omit<Scope, 'times'> & {
  readonly of: 'event' | 'organizer'
  readonly field: string
  readonly times: { readonly timeZone: string; readonly endsAt: Instant | null }
}

/** The codes of the event, complete where they are stated. */
export function readCodesOfEvent(reading: Reading, scope: Scope): readonly PromoCodeDraft[] | undefined {
  const stored = reading.stored?.promoCodes ?? []
  const requests = reading.request.tickets?.promoCodes
  return requests
    ? readCodes(reading, requests, stored, { ...scope, of: 'event', field: 'tickets.promoCodes' })
    : stored
}

/** The codes of the organisation; null when none are stated, so that they stay as they are. */
export function readCodesOfOrganizer(reading: Reading, scope: Scope): readonly PromoCodeDraft[] | null | undefined {
  const requests = reading.request.organizer?.promoCodes
  if (!requests) return null
  const place = { of: 'organizer', field: 'organizer.promoCodes' } as const
  return readCodes(reading, requests, reading.context.organizerCodes, { ...scope, ...place })
}

type CodeReading = Omit<Reading, 'request' | 'stored'> &
  Place<{ readonly name: string }> & {
    readonly request: PromoCodeRequest
    /** What is stored of the code. */
    readonly stored: PromoCodeDraft | null
  }

type ListReading = Pick<Reading, 'context' | 'findings'>

function readCodes(
  reading: ListReading,
  requests: readonly PromoCodeRequest[],
  stored: readonly PromoCodeDraft[],
  scope: CodeScope,
): readonly PromoCodeDraft[] | undefined {
  return readNamed(requests, listOf(reading, scope.field), (request, place) => {
    const kept = stored.find(({ code }) => code === place.name) ?? null
    return readCode({ ...reading, ...place, request, stored: kept }, scope)
  })
}

const listOf = ({ findings }: ListReading, list: string) => ({
  field: list,
  // As a code is stored and compared: the browser sends capitals (domain rules 2.2).
  identify: ({ name }: PromoCodeRequest) => ({ name: (name ?? '').trim().toUpperCase() }),
  refuseRepeated: (name: string, field: string) => findings.refuse('code-repeated', `${field}.name`, name),
})

/** A code of an organisation by itself: an amount that it takes off has a currency of its own. */
export type OrganizationCodeRequest = Pick<
  PromoCodeRequest,
  'name' | 'discountType' | 'discount' | 'validFrom' | 'validTo' | 'maxUsage'
> & { readonly currency?: string | null | undefined }

/**
 * All codes of an organisation, each of them complete: only the currency may be that of the stored code, or else the usual one.
 * Their times are those of a zone, which is refused where there is none of this name.
 */
export function readOrganizationCodes(
  reading: ListReading,
  requests: readonly OrganizationCodeRequest[],
  { timeZone, currency: usual }: { readonly timeZone: string; readonly currency: Currency },
): readonly PromoCodeDraft[] | undefined {
  const { context, findings } = reading
  const field = 'promoCodes'
  if (!context.isTimeZone(timeZone)) return findings.refuse('time-zone-unknown', 'timezone', timeZone)
  return readNamed(requests, listOf(reading, field), (request, place) => {
    const kept = context.organizerCodes.find(({ code }) => code === place.name)
    const stated = readCurrency(reading, request.currency, `${place.field}.currency`)
    if (stated === undefined) return undefined
    const currency = stated ?? (kept && currencyOf(kept)) ?? usual
    const scope = { of: 'organizer', field, times: { timeZone, endsAt: null }, currency, categories: [] } as const
    return readCode({ ...reading, ...place, request, stored: null }, scope)
  })
}

/** In which an amount is taken off; null for a code that takes none off. */
const currencyOf = ({ effect }: Pick<PromoCodeDraft, 'effect'>): Currency | null =>
  effect.codeType === 'DISCOUNT' && effect.discount.kind !== 'PERCENTAGE' ? effect.discount.currency : null

function readCode(at: CodeReading, scope: CodeScope): PromoCodeDraft | undefined {
  const { request, name: code, field, stored, findings } = at
  const isCode = isWithin(code.length, MIN_CODE_LENGTH, MAX_CODE_LENGTH) && /^[^\s/?#]+$/.test(code)
  if (!isCode) findings.refuse('code-malformed', `${field}.name`, code, MIN_CODE_LENGTH, MAX_CODE_LENGTH)
  const effect = readEffect(at, scope)
  const usage = { kept: stored?.maxUsage ?? null, min: 1, max: MAX_USAGE, code: 'code-maximum-unreadable' } as const
  const maxUsage = readMaximum(at, request.maxUsage, { ...usage, field: `${field}.maxUsage` })
  const parts = { effect, maxUsage, valid: readValidity(at, scope.times) }
  return isCode && isComplete(parts) ? { id: stored?.id ?? null, code, ...parts } : undefined
}

/** A code that names a hidden category, or takes nothing off, opens; every other one lowers prices. */
function readEffect(at: CodeReading, scope: CodeScope): CodeEffect | undefined {
  const { request, stored, field, findings } = at
  const isOpening = trimmed(request.hiddenCategory) !== null || request.discountType === 'NONE'
  const fallback = request.discountType ? 'DISCOUNT' : (stored?.effect.codeType ?? 'DISCOUNT')
  const codeType = request.codeType ?? (isOpening ? 'ACCESS' : fallback)
  if (scope.of === 'organizer' && (codeType === 'ACCESS' || (request.categories ?? []).length > 0)) {
    return findings.refuse('code-of-organizer-limited', field)
  }
  return codeType === 'ACCESS' ? readAccess(at, scope) : readLowering(at, scope)
}

function readLowering(at: CodeReading, scope: CodeScope): CodeEffect | undefined {
  const { request, stored, field, findings } = at
  if (trimmed(request.hiddenCategory) !== null) {
    findings.refuse('code-hidden-category-unfit', `${field}.hiddenCategory`)
  }
  const kept = stored?.effect.codeType === 'DISCOUNT' ? stored.effect : null
  const discount = readDiscount(at, { currency: scope.currency, kept: kept?.discount ?? null })
  const only = request.categories
    ? readCategoryNames(at, request.categories, scope, `${field}.categories`)
    : (kept?.categories ?? [])
  return discount && only && { codeType: 'DISCOUNT', discount, categories: only }
}

function readAccess(at: CodeReading, scope: CodeScope): CodeEffect | undefined {
  const { request, stored, field, findings } = at
  const isPlain = (request.discountType ?? 'NONE') === 'NONE' && !request.discount && !request.categories?.length
  if (!isPlain) findings.refuse('code-access-only', field)
  const place = `${field}.hiddenCategory`
  const name = trimmed(request.hiddenCategory)
  if (name === null) {
    const kept = stored?.effect.codeType === 'ACCESS' ? stored.effect : undefined
    return kept ?? findings.refuse('code-hidden-category-missing', place)
  }
  const [hiddenCategory] = readCategoryNames(at, [name], scope, place) ?? []
  return hiddenCategory === undefined ? undefined : { codeType: 'ACCESS', hiddenCategory }
}

/** From now until the event ends, unless stated. */
function readValidity(at: CodeReading, { timeZone, endsAt }: CodeScope['times']): Window | undefined {
  const { request, stored, field, findings, context } = at
  const from = readMoment(at, request.validFrom, timeZone, `${field}.validFrom`)
  const to = readMoment(at, request.validTo, timeZone, `${field}.validTo`)
  if (from === undefined || to === undefined) return undefined
  if (from === null && to === null && stored !== null) return stored.valid
  const end = to ?? stored?.valid.end ?? endsAt
  if (end === null) return findings.refuse('code-end-missing', `${field}.validTo`)
  const start = from ?? stored?.valid.start ?? windowUntil(end, context.now).start
  return start < end ? { start, end } : findings.refuse('code-validity-order', field)
}

/** Refuses an access code that still holds and opens a category that is not hidden. */
export function refuseOpenCategories(
  { context, findings }: Pick<Reading, 'context' | 'findings'>,
  codes: readonly PromoCodeDraft[],
  categories: readonly CategoryDraft[],
): void {
  for (const { code, effect, valid } of codes) {
    if (effect.codeType !== 'ACCESS' || valid.end <= context.now) continue
    const category = categories.find(one => referenceOf(one) === effect.hiddenCategory)
    if (category && !category.isRestricted) {
      findings.refuse('code-hidden-category-open', 'tickets.promoCodes', code, category.name)
    }
  }
}

/** The discounts without a code to type, in the organiser's order. */
export function readDiscounts(reading: Reading, scope: Scope): readonly DiscountDraft[] | undefined {
  const { request, stored } = reading
  if (!request.discounts) return stored?.discounts ?? []
  return allRead(request.discounts.map((rule, index) => readRule(reading, rule, `discounts[${index}]`, scope)))
}

function readRule(reading: Reading, request: DiscountRequest, field: string, scope: Scope): DiscountDraft | undefined {
  const bounds = { kept: undefined, min: 1, max: MAX_TICKETS, code: 'discount-minimum-unreadable' } as const
  const parts = {
    minimumTickets: readNumber(reading, request.minimumTickets ?? 0, { ...bounds, field: `${field}.minimumTickets` }),
    discount: readDiscount({ ...reading, request, field }, { currency: scope.currency, kept: null }),
    categories: readCategoryNames(reading, request.categories ?? [], scope, `${field}.categories`),
    message: readTexts(reading, request.message, `${field}.message`),
  }
  return isComplete(parts) ? { id: null, ...parts } : undefined
}

type DiscountReading = Pick<Reading, 'findings'> & {
  readonly request: Pick<PromoCodeRequest, 'discountType' | 'discount'>
  readonly field: string
}

/** What is taken off: whole percent from 0 to 100, or minor units of the event's currency (domain rules 2.1). */
function readDiscount(
  { request, field, findings: { refuse } }: DiscountReading,
  { currency, kept }: { readonly currency: Currency | null; readonly kept: Discount | null },
): Discount | undefined {
  const kind = request.discountType ?? kept?.kind ?? ''
  const discount = request.discount ?? null
  if (kind === '' || kind === 'NONE') return refuse('discount-type-unknown', `${field}.discountType`, kind)
  if (discount === null) return kept?.kind === kind ? kept : refuse('discount-unreadable', `${field}.discount`, '')
  const isFit = isWithin(discount, 0, kind === 'PERCENTAGE' ? 100 : MAX_AMOUNT)
  if (!isFit) return refuse('discount-unreadable', `${field}.discount`, discount)
  if (kind === 'PERCENTAGE') {
    const read = percentage(discount)
    if (read === undefined) throw new Error(`${discount} is no percentage`)
    return { kind, percentage: read }
  }
  if (currency === null) return refuse('discount-currency-missing', `${field}.discountType`)
  return { kind, amount: minor(BigInt(discount)), currency }
}

/** Categories of the event by name: their ids, or the names of those that are not stored yet; each once. */
function readCategoryNames(
  { findings }: Pick<Reading, 'findings'>,
  names: readonly string[],
  { categories }: Pick<Scope, 'categories'>,
  field: string,
): readonly CategoryReference[] | undefined {
  const references = allRead(
    names.map(text => {
      const category = categories.find(({ name }) => name === text.trim())
      return category ? referenceOf(category) : findings.refuse('category-unknown', field, text.trim())
    }),
  )
  return references && [...new Set(references)]
}

/** A stored code; used once a reservation carries it, whatever became of that. */
export type StoredCode = PromoCodeDraft & { readonly id: number; readonly isUsed: boolean }

export type CodePlan = {
  readonly put: readonly PromoCodeDraft[]
  readonly ended: readonly number[]
  readonly deleted: readonly number[]
}

/**
 * Decides how the codes of an event, or of an organisation, change: what a used code does can't, because orders show
 * it; a code that is missing ends when it was used and is deleted when it was not.
 */
export function planPromoCodes(
  stored: readonly StoredCode[],
  codes: readonly PromoCodeDraft[],
  field: string,
): Outcome<CodePlan> {
  const { problems, refuse } = newFindings()
  for (const { id, code, effect } of codes) {
    const before = stored.find(one => one.id === id)
    if (before?.isUsed && !isSameEffect(before.effect, effect)) refuse('code-in-use', field, code)
  }
  const missing = stored.filter(({ id }) => !codes.some(code => code.id === id))
  return acceptedUnless(problems, {
    put: codes.filter(code => !stored.some(before => isSame(before, code))),
    ended: missing.filter(({ isUsed }) => isUsed).map(({ id }) => id),
    deleted: missing.filter(({ isUsed }) => !isUsed).map(({ id }) => id),
  })
}

/** Nothing is stored then: buyers who use the code need not wait. */
const isSame = (one: StoredCode, other: PromoCodeDraft): boolean =>
  one.id === other.id &&
  one.code === other.code &&
  one.maxUsage === other.maxUsage &&
  one.valid.start === other.valid.start &&
  one.valid.end === other.valid.end &&
  isSameEffect(one.effect, other.effect)

export function isSameEffect(one: CodeEffect, other: CodeEffect): boolean {
  if (one.codeType === 'ACCESS' || other.codeType === 'ACCESS') {
    return one.codeType === 'ACCESS' && other.codeType === 'ACCESS' && one.hiddenCategory === other.hiddenCategory
  }
  return isSameDiscount(one.discount, other.discount) && areSameCategories(one.categories, other.categories)
}

export function isSameDiscount(one: Discount, other: Discount): boolean {
  if (one.kind === 'PERCENTAGE' || other.kind === 'PERCENTAGE') {
    return one.kind === 'PERCENTAGE' && other.kind === 'PERCENTAGE' && one.percentage === other.percentage
  }
  return one.kind === other.kind && one.amount === other.amount && one.currency === other.currency
}

/** In whatever order. */
export const areSameCategories = (one: readonly CategoryReference[], other: readonly CategoryReference[]): boolean =>
  one.length === other.length && one.every(category => other.includes(category))

export type StoredDiscount = DiscountDraft & { readonly id: number }

export type DiscountPlan = {
  /** In the organiser's order; with an id where the rule is there already. */
  readonly rules: readonly DiscountDraft[]
  readonly retired: readonly number[]
}

/** A rule never changes, because orders were priced by it: one that does is retired, and a new one takes its place. */
export function planDiscounts(stored: readonly StoredDiscount[], drafts: readonly DiscountDraft[]): DiscountPlan {
  const rules = drafts
    .filter((rule, index) => drafts.findIndex(other => isSameRule(other, rule)) === index)
    .map(rule => stored.find(one => isSameRule(one, rule)) ?? { ...rule, id: null })
  const retired = stored.filter(({ id }) => !rules.some(rule => rule.id === id))
  return { rules, retired: retired.map(({ id }) => id) }
}

const isSameRule = (one: DiscountDraft, other: DiscountDraft): boolean =>
  one.minimumTickets === other.minimumTickets &&
  isSameDiscount(one.discount, other.discount) &&
  areSameCategories(one.categories, other.categories) &&
  areSameTexts(one.message, other.message)

const areSameTexts = (one: LocalizedTexts, other: LocalizedTexts): boolean =>
  Object.keys({ ...one, ...other }).every(language => one[language] === other[language])

type Codes = readonly Pick<PromoCodeDraft, 'code' | 'valid'>[]

/** Promo codes as they will be, and as they were before. */
export type CodesOfOwner = { readonly stored: Codes; readonly next: Codes }

export type OwnCodes = {
  readonly categories: readonly Pick<CategoryDraft, 'code'>[]
  readonly event: CodesOfOwner
  /** They hold in every event of the organisation. */
  readonly organizer: CodesOfOwner
  /** The own codes of categories in other events, as far as codes of the organisation are to hold there anew. */
  readonly elsewhere: readonly string[]
  readonly now: Instant
}

/**
 * A link with a code leads to one thing: while a promo code holds, no category can have the same code. The problem is
 * at whichever of the two is new.
 */
export function clashingCodes({ categories, event, organizer, elsewhere, now }: OwnCodes): readonly EventProblem[] {
  const own = new Set(categories.flatMap(({ code }) => code ?? []))
  const { problems, refuse } = newFindings()
  const report = ({ stored, next }: CodesOfOwner, taken: ReadonlySet<string>, field: string): void => {
    for (const { code, valid } of next) {
      if (!taken.has(code) || valid.end <= now) continue
      const isStored = own.has(code) && stored.some(before => before.code === code)
      if (isStored) refuse('category-code-taken', 'tickets.categories', code)
      else refuse('code-of-category', field, code)
    }
  }
  report(event, own, 'tickets.promoCodes')
  report(organizer, new Set([...own, ...elsewhere]), 'organizer.promoCodes')
  return problems
}
