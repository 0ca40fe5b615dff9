import { type Outcome, acceptedUnless } from '#domain/foundation/outcome.ts'
import type { Discount } from '#domain/catalog/promo-code/promo-code.ts'
import { findings } from '../event-problem.ts'
import type { CategoryReference } from '../category/category-draft.ts'
import type { CodeEffect, PromoCodeDraft } from './promo-code-draft.ts'

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
  const { problems, refuse } = findings()
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
