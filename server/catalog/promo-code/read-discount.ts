import type { Currency } from '#domain/money/currency.ts'
import { minor } from '#domain/money/money.ts'
import { NO_PERCENTAGE, percentage } from '#domain/money/percentage.ts'
import type { Discount } from '#domain/promo-code/promo-code.ts'

/** How the tables of codes and of discount rules store what is taken off. */
type DiscountColumns = {
  readonly discount_type: string
  readonly percentage: string | null
  readonly amount: bigint | null
  readonly currency: Currency | null
}

/** Reads what is taken off; undefined for a code that takes nothing off. */
export function readDiscount(row: DiscountColumns): Discount | undefined {
  switch (row.discount_type) {
    case 'PERCENTAGE':
      return { kind: 'PERCENTAGE', percentage: percentage(row.percentage ?? '0') ?? NO_PERCENTAGE }
    case 'FIXED_AMOUNT':
    case 'FIXED_AMOUNT_RESERVATION':
      if (row.currency === null) throw new Error('an amount off needs a currency')
      return { kind: row.discount_type, amount: minor(row.amount ?? 0n), currency: row.currency }
    default:
      return undefined
  }
}
