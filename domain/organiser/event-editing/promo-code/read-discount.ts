import { type Minor, minor } from '#domain/foundation/money/money.ts'
import { percentage } from '#domain/foundation/money/percentage.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import type { Discount } from '#domain/catalog/promo-code/promo-code.ts'
import type { CategoryDraft, CategoryReference } from '../category/category-draft.ts'
import type { Findings } from '../event-problem.ts'
import { isWholeNumber, trimmed } from '../reading.ts'

const MAX_AMOUNT = 2_147_483_647

const KINDS: readonly string[] = ['PERCENTAGE', 'FIXED_AMOUNT', 'FIXED_AMOUNT_RESERVATION'] satisfies Discount['kind'][]
const isKind = (text: string): text is Discount['kind'] => KINDS.includes(text)

type Asked = {
  readonly discountType?: string | null | undefined
  readonly discount?: number | null | undefined
  readonly stored: Discount | null
  readonly currency: Currency | null
  readonly field: string
  readonly findings: Findings
}

/** What is taken off: whole percent from 0 to 100, or minor units of the event's currency (domain rules 2.1). */
export function readDiscount({
  discountType,
  discount,
  stored,
  currency,
  field,
  findings,
}: Asked): Discount | undefined {
  const kind = trimmed(discountType) ?? stored?.kind ?? ''
  if (!isKind(kind)) return findings.refuse('discount-type-unknown', `${field}.discountType`, kind)
  if (discount === null || discount === undefined) {
    return stored?.kind === kind ? stored : findings.refuse('discount-unreadable', `${field}.discount`, '')
  }
  const most = kind === 'PERCENTAGE' ? 100 : MAX_AMOUNT
  if (!isWholeNumber(discount, 0, most)) return findings.refuse('discount-unreadable', `${field}.discount`, discount)
  if (kind === 'PERCENTAGE') return { kind, percentage: wholePercent(discount) }
  if (currency === null) return findings.refuse('discount-currency-missing', `${field}.discountType`)
  return { kind, amount: amountOf(discount), currency }
}

function wholePercent(value: number) {
  const read = percentage(value)
  if (read === undefined) throw new Error(`${value} is no percentage`)
  return read
}

const amountOf = (units: number): Minor => minor(BigInt(units))

/** Categories of the event by name: their ids, or the names of those that are not stored yet. */
export function readCategoryNames(
  names: readonly string[],
  categories: readonly CategoryDraft[],
  { field, findings }: { readonly field: string; readonly findings: Findings },
): readonly CategoryReference[] | undefined {
  const found = names.map(
    name => referenceTo(categories, name) ?? findings.refuse('category-unknown', field, name.trim()),
  )
  return found.every(reference => reference !== undefined) ? [...new Set(found)] : undefined
}

function referenceTo(categories: readonly CategoryDraft[], name: string): CategoryReference | undefined {
  const category = categories.find(one => one.name === name.trim())
  return category && referenceOf(category)
}

export const referenceOf = ({ id, name }: Pick<CategoryDraft, 'id' | 'name'>): CategoryReference => id ?? name
