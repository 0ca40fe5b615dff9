import { fraction, product, roundHalfUp } from '../money/fraction.ts'
import { type Minor, ZERO, minor } from '../money/money.ts'
import { NO_PERCENTAGE, type Percentage, shareOf } from '../money/percentage.ts'

/** How an organiser states prices: untaxed, tax contained in the price, or tax added to it (domain rules 1.2). */
export type VatStatus = 'NONE' | 'INCLUDED' | 'NOT_INCLUDED'

export type Tax = { readonly status: VatStatus; readonly percentage: Percentage }

export const UNTAXED: Tax = { status: 'NONE', percentage: NO_PERCENTAGE }

/**
 * The VAT on a taxable amount in minor units, rounded half up once to the currency's smallest unit
 * (domain rules 1.2 and 13, Q1). Contained tax is `x - x / (1 + p/100)`, added tax `x * p/100`.
 */
export function vatOn(taxable: Minor, { status, percentage }: Tax): Minor {
  const share = shareOf(percentage)
  const amount = fraction(taxable)
  switch (status) {
    case 'NONE':
      return ZERO
    case 'INCLUDED':
      return minor(roundHalfUp(product(amount, fraction(share.numerator, share.denominator + share.numerator))))
    case 'NOT_INCLUDED':
      return minor(roundHalfUp(product(amount, share)))
    default:
      return status satisfies never
  }
}
