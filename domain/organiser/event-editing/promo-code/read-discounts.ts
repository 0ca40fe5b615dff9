import type { DiscountRequest } from '../event-request.ts'
import { readCategoryNames, readDiscount } from './read-discount.ts'
import { type Reading, isWholeNumber, readTexts } from '../reading.ts'
import type { CodeScope } from '../promo-code.ts'
import type { DiscountDraft } from './promo-code-draft.ts'

const MAX_TICKETS = 1_000

/** The discounts without a code to type, in the organiser's order. */
export function readDiscounts(
  reading: Reading,
  scope: Pick<CodeScope, 'currency' | 'categories'>,
): readonly DiscountDraft[] | undefined {
  const { request, stored } = reading
  if (!request.discounts) return stored?.discounts ?? []
  const read = request.discounts.map((one, index) => readRule(reading, one, `discounts[${index}]`, scope))
  return read.every(rule => rule !== undefined) ? read : undefined
}

function readRule(
  reading: Reading,
  request: DiscountRequest,
  field: string,
  { currency, categories }: Pick<CodeScope, 'currency' | 'categories'>,
): DiscountDraft | undefined {
  const { findings } = reading
  const minimumTickets = request.minimumTickets ?? 0
  const isMinimum = isWholeNumber(minimumTickets, 1, MAX_TICKETS)
  if (!isMinimum) findings.refuse('discount-minimum-unreadable', `${field}.minimumTickets`, minimumTickets)
  const discount = readDiscount({ ...request, stored: null, currency, field, findings })
  const only = readCategoryNames(request.categories ?? [], categories, { field: `${field}.categories`, findings })
  const message = readTexts(reading, request.message ?? [], `${field}.message`)
  if (!isMinimum || discount === undefined || only === undefined || message === undefined) return undefined
  return { id: null, minimumTickets, discount, categories: only, message }
}
