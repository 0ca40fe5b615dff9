import { isZero } from '#client/language/formats.ts'
import type { OrderSummary, SummaryRow } from '#contract/reservation.ts'

/** A line of the order in plain facts; the words around them are the page's. */
export type OrderLine = { readonly key: string; readonly amount: string } &
  /** `each`: what one of several costs; null of one alone. */
  (
    | { readonly kind: 'item'; readonly count: number; readonly name: string; readonly each: string | null }
    | { readonly kind: 'change'; readonly name: string }
    | { readonly kind: 'tax'; readonly percentage: string; readonly way: TaxWay }
  )

/** How the tax relates to the total: in it, on top, or with split payment taken off it or none of it. */
export type TaxWay = 'included' | 'added' | 'taken-off' | 'left-out'

type Taxation = { readonly isTaxIncluded: boolean; readonly isSplitPayment: boolean }

/**
 * What the summary shows above the total: each row, then the tax once. Together they read as the total: split payment
 * takes an included tax off it again, for the buyer pays that to the tax office (domain rules 1.2). An order that is exempt
 * or costs nothing has no tax line.
 */
export function orderLines(order: OrderSummary, { isTaxIncluded, isSplitPayment }: Taxation): OrderLine[] {
  const lines = order.summary.map((row, position) => lineOf(row, `${position}`, isTaxIncluded))
  if (!order.displayVat || order.free || order.vatPercentage === null || isZero(order.totalVAT)) return lines
  const way = isSplitPayment ? (isTaxIncluded ? 'taken-off' : 'left-out') : isTaxIncluded ? 'included' : 'added'
  return [...lines, { key: 'tax', kind: 'tax', percentage: order.vatPercentage, way, amount: order.totalVAT }]
}

function lineOf(row: SummaryRow, key: string, isIncluded: boolean): OrderLine {
  const { name, amount: count, price, subTotal: amount, taxPercentage } = row
  switch (row.type) {
    case 'TICKET':
    case 'SUBSCRIPTION':
    case 'ADDITIONAL_SERVICE':
      return { key, kind: 'item', count, name: name ?? '', amount, each: count > 1 && !isZero(price) ? price : null }
    case 'PROMOTION_CODE':
    case 'DYNAMIC_DISCOUNT':
    case 'APPLIED_SUBSCRIPTION':
      return { key, kind: 'change', name: name ?? '', amount }
    case 'TAX_DETAIL':
      return { key, kind: 'tax', percentage: taxPercentage ?? '0', way: isIncluded ? 'included' : 'added', amount }
    default:
      return row.type satisfies never
  }
}

/** How many tickets the order holds. */
export function ticketCount(order: OrderSummary): number {
  return order.summary.filter(row => row.type === 'TICKET').reduce((count, row) => count + row.amount, 0)
}
