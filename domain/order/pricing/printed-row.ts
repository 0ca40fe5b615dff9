import type { Currency } from '#domain/foundation/money/currency.ts'
import { ZERO, negated, printed, printedTotal } from '#domain/foundation/money/money.ts'
import { trimmedPercentage } from '#domain/foundation/money/percentage.ts'
import type { OrderRow } from './order-rows.ts'

export type PrintedRow = {
  readonly type: OrderRow['kind']
  readonly name: string | null
  readonly amount: number
  readonly price: string
  readonly subTotal: string
  readonly taxPercentage: string | null
}

/**
 * An order row in texts: amounts as totals are, a code by what it takes off, no tax as "0.00" (domain rules 1.7). An
 * amount off the whole order is printed as it was capped, so that price and subtotal are alike (domain rules 13, Q2).
 */
export function printedRow(row: OrderRow, currency: Currency): PrintedRow {
  switch (row.kind) {
    case 'TAX_DETAIL':
      return { type: row.kind, name: null, amount: 0, price: '', subTotal: printed(ZERO, currency), taxPercentage: '0' }
    case 'PROMOTION_CODE':
    case 'DYNAMIC_DISCOUNT':
      return named(row, printedReduction(row, currency), currency)
    case 'TICKET':
    case 'ADDITIONAL_SERVICE':
    case 'SUBSCRIPTION':
    case 'APPLIED_SUBSCRIPTION':
      return named(row, printedTotal(row.unit, currency), currency)
    default:
      return row satisfies never
  }
}

function named(row: Exclude<OrderRow, { kind: 'TAX_DETAIL' }>, price: string, currency: Currency): PrintedRow {
  const subTotal = printedTotal(row.subTotal, currency)
  return { type: row.kind, name: row.name, amount: row.quantity, price, subTotal, taxPercentage: null }
}

function printedReduction({ discount, subTotal }: DiscountRow, currency: Currency): string {
  switch (discount.kind) {
    case 'PERCENTAGE':
      return `-${trimmedPercentage(discount.percentage)}%`
    case 'FIXED_AMOUNT':
      return printedTotal(negated(discount.amount), currency)
    case 'FIXED_AMOUNT_RESERVATION':
      return printedTotal(subTotal, currency)
    default:
      return discount satisfies never
  }
}

type DiscountRow = Extract<OrderRow, { kind: 'PROMOTION_CODE' | 'DYNAMIC_DISCOUNT' }>
