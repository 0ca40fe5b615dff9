import type { Currency } from '#domain/foundation/money/currency.ts'
import type { Window } from '#domain/foundation/instant.ts'
import type { CategoryDraft } from './category/category-draft.ts'
import type { PromoCodeRequest } from './event-request.ts'
import { readCategoryNames, readDiscount, referenceOf } from './promo-code/read-discount.ts'
import { type Reading, isWholeNumber, readMoment, trimmed, windowUntil } from './reading.ts'
import type { Times } from './read-times.ts'
import type { CodeEffect, PromoCodeDraft } from './promo-code/promo-code-draft.ts'

/** Shorter ones are guessed (domain rules 2.1). */
const MIN_CODE_LENGTH = 7
const MAX_CODE_LENGTH = 64
const MAX_USAGE = 2_147_483_647

/** A code as it is stored and looked up: the browser sends capitals (domain rules 2.2). */
export const capitalCode = (text: string | null | undefined): string => (text ?? '').trim().toUpperCase()

/** What a code is read against: the event, or the organisation whose code holds in all of its events. */
export type CodeScope = {
  readonly of: 'event' | 'organizer'
  readonly field: string
  readonly times: Times
  readonly currency: Currency | null
  readonly categories: readonly CategoryDraft[]
}

/** The codes of a list, completed by what is stored of each; undefined when one can't be read. */
export function readPromoCodes(
  reading: Reading,
  { requests, stored }: { requests: readonly PromoCodeRequest[]; stored: readonly PromoCodeDraft[] },
  scope: CodeScope,
): readonly PromoCodeDraft[] | undefined {
  const codes = requests.map(({ name }) => capitalCode(name))
  const read = requests.map((request, index) => {
    const code = codes[index] ?? ''
    const field = `${scope.field}[${index}]`
    if (codes.indexOf(code) !== index) return reading.findings.refuse('code-repeated', `${field}.name`, code)
    const kept = stored.find(one => one.code === code) ?? null
    return readPromoCode({ ...reading, request, stored: kept, code, field }, scope)
  })
  return read.every(code => code !== undefined) ? read : undefined
}

type CodeReading = Omit<Reading, 'request' | 'stored'> & {
  readonly request: PromoCodeRequest
  readonly stored: PromoCodeDraft | null
  readonly code: string
  readonly field: string
}

function readPromoCode(at: CodeReading, scope: CodeScope): PromoCodeDraft | undefined {
  const { code, field, stored, findings } = at
  const isCode = code.length >= MIN_CODE_LENGTH && code.length <= MAX_CODE_LENGTH && /^[^\s/?#]+$/.test(code)
  if (!isCode) findings.refuse('code-malformed', `${field}.name`, code, MIN_CODE_LENGTH, MAX_CODE_LENGTH)
  const effect = readEffect(at, scope)
  const maxUsage = readMaximum(at)
  const valid = readValidity(at, scope.times)
  if (!isCode || effect === undefined || maxUsage === undefined || valid === undefined) return undefined
  return { id: stored?.id ?? null, code, effect, maxUsage, valid }
}

/** A code that names a hidden category, or takes nothing off, opens; every other one lowers prices. */
function readEffect(at: CodeReading, scope: CodeScope): CodeEffect | undefined {
  const { request, stored, field, findings } = at
  const isOpening = trimmed(request.hiddenCategory) !== null || request.discountType === 'NONE'
  const fallback = request.discountType ? 'DISCOUNT' : (stored?.effect.codeType ?? 'DISCOUNT')
  const codeType = trimmed(request.codeType) ?? (isOpening ? 'ACCESS' : fallback)
  if (scope.of === 'organizer' && (codeType === 'ACCESS' || (request.categories ?? []).length > 0)) {
    return findings.refuse('code-of-organizer-limited', field)
  }
  if (codeType === 'ACCESS') return readAccess(at, scope)
  return codeType === 'DISCOUNT'
    ? readLowering(at, scope)
    : findings.refuse('code-type-unknown', `${field}.codeType`, codeType)
}

function readLowering(at: CodeReading, { currency, categories }: CodeScope): CodeEffect | undefined {
  const { request, stored, field, findings } = at
  if (trimmed(request.hiddenCategory) !== null) {
    findings.refuse('code-hidden-category-unfit', `${field}.hiddenCategory`)
  }
  const kept = stored?.effect.codeType === 'DISCOUNT' ? stored.effect : null
  const discount = readDiscount({ ...request, stored: kept?.discount ?? null, currency, field, findings })
  const only = request.categories
    ? readCategoryNames(request.categories, categories, { field: `${field}.categories`, findings })
    : (kept?.categories ?? [])
  return discount && only && { codeType: 'DISCOUNT', discount, categories: only }
}

function readAccess(at: CodeReading, { categories }: CodeScope): CodeEffect | undefined {
  const { request, stored, field, findings } = at
  const isPlain = (request.discountType ?? 'NONE') === 'NONE' && !request.discount && !request.categories?.length
  if (!isPlain) findings.refuse('code-access-only', field)
  const place = `${field}.hiddenCategory`
  const name = trimmed(request.hiddenCategory)
  if (name === null) {
    const kept = stored?.effect.codeType === 'ACCESS' ? stored.effect : undefined
    return kept ?? findings.refuse('code-hidden-category-missing', place)
  }
  const [hiddenCategory] = readCategoryNames([name], categories, { field: place, findings }) ?? []
  return hiddenCategory === undefined ? undefined : { codeType: 'ACCESS', hiddenCategory }
}

/** -1 means any number. */
function readMaximum({ request, stored, field, findings }: CodeReading): number | null | undefined {
  const maximum = request.maxUsage ?? null
  if (maximum === null) return stored?.maxUsage ?? null
  if (maximum === -1) return null
  return isWholeNumber(maximum, 1, MAX_USAGE)
    ? maximum
    : findings.refuse('code-maximum-unreadable', `${field}.maxUsage`, maximum)
}

/** From now until the event ends, unless stated. */
function readValidity(at: CodeReading, { timeZone, endsAt }: Times): Window | undefined {
  const { request, stored, field, findings, known } = at
  const from = readMoment(at, request.validFrom, timeZone, `${field}.validFrom`)
  const to = readMoment(at, request.validTo, timeZone, `${field}.validTo`)
  if (from === undefined || to === undefined) return undefined
  if (from === null && to === null && stored !== null) return stored.valid
  const end = to ?? stored?.valid.end ?? endsAt
  const start = from ?? stored?.valid.start ?? windowUntil(end, known.now).start
  return start < end ? { start, end } : findings.refuse('code-validity-order', field)
}

/** An access code that still holds opens a category that is hidden. */
export function checkHiddenCategories(
  { known, findings }: Pick<Reading, 'known' | 'findings'>,
  codes: readonly PromoCodeDraft[],
  categories: readonly CategoryDraft[],
): void {
  for (const { code, effect, valid } of codes) {
    if (effect.codeType !== 'ACCESS' || valid.end <= known.now) continue
    const category = categories.find(one => referenceOf(one) === effect.hiddenCategory)
    if (category && !category.isRestricted) {
      findings.refuse('code-hidden-category-open', 'tickets.promoCodes', code, category.name)
    }
  }
}
