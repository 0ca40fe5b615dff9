import type { Currency } from '#domain/foundation/money/currency.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { writtenPercentage } from '#domain/foundation/money/percentage.ts'
import type { Discount } from '#domain/catalog/promo-code/promo-code.ts'

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
      if (row.percentage === null) throw new Error('a percentage off is stored without one')
      return { kind: 'PERCENTAGE', percentage: writtenPercentage(row.percentage) }
    case 'FIXED_AMOUNT':
    case 'FIXED_AMOUNT_RESERVATION':
      if (row.amount === null || row.currency === null) throw new Error('an amount off needs an amount and a currency')
      return { kind: row.discount_type, amount: minor(row.amount), currency: row.currency }
    default:
      return undefined
  }
}
