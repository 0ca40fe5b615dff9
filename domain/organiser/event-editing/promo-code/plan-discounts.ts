import type { LocalizedTexts } from '#domain/foundation/language/texts.ts'
import { areSameCategories, isSameDiscount } from './plan-promo-codes.ts'
import type { DiscountDraft } from './promo-code-draft.ts'

export type StoredDiscount = DiscountDraft & { readonly id: number }

export type DiscountPlan = {
  /** In the organiser's order; with an id where the rule is there already. */
  readonly rules: readonly DiscountDraft[]
  readonly retired: readonly number[]
}

/** A rule never changes, because orders were priced by it: one that does is retired, and a new one takes its place. */
export function planDiscounts(stored: readonly StoredDiscount[], wanted: readonly DiscountDraft[]): DiscountPlan {
  const rules = wanted
    .filter((rule, index) => wanted.findIndex(other => isSameRule(other, rule)) === index)
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
