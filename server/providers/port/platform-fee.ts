import type { Currency } from '#domain/foundation/money/currency.ts'
import { type Minor, ZERO, greater, lesser, minorFromDecimal, plus, times } from '#domain/foundation/money/money.ts'
import { percentOf, percentage } from '#domain/foundation/money/percentage.ts'
import {
  ORGANIZATION,
  type ReaderOf,
  SYSTEM,
  type SettingDefinitions,
  flag,
  text,
} from '#domain/foundation/setting/definition.ts'
import type { Due } from './terms.ts'

const AMOUNT = /^\d{1,7}(\.\d{1,3})?$/
const PERCENTAGE = /^(100|\d{1,2}(\.\d{1,4})?)$/

/**
 * What providers by which a platform takes payments have in common. What the operator keeps is stated by the operator: an
 * event can't change it.
 */
export const PLATFORM_SETTINGS = {
  PLATFORM_MODE_ENABLED: flag(false, SYSTEM, "Take payments on the organisers' own accounts (Connect)."),
  PLATFORM_FEE_PERCENTAGE: text(
    ORGANIZATION,
    "Percentage of an order that is the operator's, such as 1.5.",
    PERCENTAGE,
  ),
  PLATFORM_FEE_FIXED: text(ORGANIZATION, 'Amount for each ticket besides, in the currency of the order.', AMOUNT),
  PLATFORM_FEE_MINIMUM: text(ORGANIZATION, "The least that is the operator's for each ticket.", AMOUNT),
  PLATFORM_FEE_MAXIMUM: text(ORGANIZATION, "The most that is the operator's for each ticket.", AMOUNT),
} as const satisfies SettingDefinitions

/** As they are stated; null where nothing is. */
export type FeeTerms = {
  readonly percentage: string | null
  readonly fixed: string | null
  readonly minimum: string | null
  readonly maximum: string | null
}

/**
 * What the operator keeps of an order: a percentage (rounded half up) and a fixed amount for each ticket, between a minimum
 * and a maximum for each ticket, and never more than the order (lifecycle B.1).
 */
export function platformFee({ amount, currency }: Due, tickets: number, terms: FeeTerms): Minor {
  const share = terms.percentage === null ? undefined : percentage(terms.percentage)
  const each = (text: string | null) => times(amountOf(text, currency), tickets)
  const charged = plus(share === undefined ? ZERO : percentOf(amount, share), each(terms.fixed))
  const atLeast = greater(charged, each(terms.minimum))
  const atMost = terms.maximum === null ? amount : lesser(amount, each(terms.maximum))
  return lesser(atLeast, atMost)
}

export const feeTerms = (settings: ReaderOf<typeof PLATFORM_SETTINGS>): FeeTerms => ({
  percentage: settings.text('PLATFORM_FEE_PERCENTAGE'),
  fixed: settings.text('PLATFORM_FEE_FIXED'),
  minimum: settings.text('PLATFORM_FEE_MINIMUM'),
  maximum: settings.text('PLATFORM_FEE_MAXIMUM'),
})

function amountOf(text: string | null, currency: Currency): Minor {
  return (text === null ? undefined : minorFromDecimal(text, currency)) ?? ZERO
}
