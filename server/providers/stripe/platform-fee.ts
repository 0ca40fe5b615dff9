import type { Currency } from '#domain/money/currency.ts'
import { type Minor, ZERO, greater, lesser, minorFromDecimal, plus, times } from '#domain/money/money.ts'
import { percentOf, percentage } from '#domain/money/percentage.ts'
import type { Due } from '../terms.ts'

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

function amountOf(text: string | null, currency: Currency): Minor {
  return (text === null ? undefined : minorFromDecimal(text, currency)) ?? ZERO
}
