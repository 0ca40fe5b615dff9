import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import { type Minor, ZERO, minus, negated, printed, printedTotal, sum, times } from '#domain/foundation/money/money.ts'
import {
  type Discount,
  type LoweringCode,
  type PromoCode,
  isForCategory,
} from '#domain/catalog/promo-code/promo-code.ts'
import type { AdditionalServiceId } from '#domain/catalog/price/additional-service.ts'
import { type ItemPrice, type OrderPrice, listedPrice } from './price-order.ts'
import { type AppliedTax, type AppliedVatStatus, isExempt } from '#domain/catalog/price/vat.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import { trimmedPercentage } from '#domain/foundation/money/percentage.ts'

/** One line of an order as the buyer reads it, in the order of domain rules 1.7. What is taken off is negative. */
export type OrderRow =
  | {
      readonly kind: 'TICKET' | 'ADDITIONAL_SERVICE' | 'SUBSCRIPTION' | 'APPLIED_SUBSCRIPTION'
      readonly name: string
      readonly quantity: number
      readonly unit: Minor
      readonly subTotal: Minor
    }
  /** Follows a category that is exempt in an order that is not. */
  | { readonly kind: 'TAX_DETAIL' }
  | {
      readonly kind: 'PROMOTION_CODE' | 'DYNAMIC_DISCOUNT'
      readonly name: string
      readonly quantity: number
      readonly discount: Discount
      readonly subTotal: Minor
    }

type TicketToDescribe = {
  readonly categoryId: CategoryId
  readonly price: ItemPrice
  readonly status: AppliedVatStatus | null
  readonly isCovered: boolean
}

type ServiceToDescribe = {
  readonly id: AdditionalServiceId
  readonly title: string
  readonly price: ItemPrice
  readonly quantity: number
}

/** A priced order with the names of its parts, in the order they are shown. */
type OrderToDescribe = {
  readonly tickets: readonly TicketToDescribe[]
  readonly categories: readonly { readonly id: CategoryId; readonly name: string }[]
  readonly services: readonly ServiceToDescribe[]
  /** `name`: what was typed in, or for a dynamic discount what it is called in the buyer's language. */
  readonly discount: { readonly code: PromoCode; readonly name: string } | null
  /** What the pass is called that pays for the covered tickets. */
  readonly passTitle: string | null
  readonly tax: AppliedTax
  readonly price: OrderPrice
}

/** The rows of an order (domain rules 1.7). Together with the VAT that is added or spared they make up the total. */
export function orderRows(order: OrderToDescribe): OrderRow[] {
  return [...ticketRows(order), ...serviceRows(order), ...discountRows(order), ...passRows(order)]
}

/** What is being paid for, in one line: "2 x Standard, 1 x Dinner". */
export function paymentDescription(rows: readonly OrderRow[]): string {
  return rows
    .flatMap(row => {
      const isBought = row.kind === 'TICKET' || row.kind === 'ADDITIONAL_SERVICE' || row.kind === 'SUBSCRIPTION'
      return isBought ? [`${row.quantity} x ${row.name}`] : []
    })
    .join(', ')
}

/** One row a category; exempt ones come first, each followed by its tax unless the whole order is exempt. */
function ticketRows({ tickets, categories, tax }: OrderToDescribe): OrderRow[] {
  const isSpared = ({ status }: TicketToDescribe) => isExempt(status ?? tax.status)
  const rowsOf = (category: { id: CategoryId; name: string }, isExemptRow: boolean) => {
    const own = tickets.filter(ticket => ticket.categoryId === category.id && isSpared(ticket) === isExemptRow)
    const units = own.map(({ price, status }) => ({ unit: listedPrice(price, status ?? tax.status), quantity: 1 }))
    return rowsByUnit('TICKET', category.name, units)
  }
  const exempt = categories.flatMap((category): OrderRow[] => {
    const rows = rowsOf(category, true)
    return rows.length === 0 || isExempt(tax.status) ? rows : [...rows, { kind: 'TAX_DETAIL' }]
  })
  return [...exempt, ...categories.flatMap(category => rowsOf(category, false))]
}

function serviceRows({ services }: OrderToDescribe): OrderRow[] {
  return [...new Set(services.map(({ id }) => id))].flatMap(id => {
    const own = services.filter(service => service.id === id)
    const units = own.map(({ price, quantity }) => ({ unit: price.source, quantity }))
    return rowsByUnit('ADDITIONAL_SERVICE', own[0]?.title ?? '', units)
  })
}

/** One row, or one for each price where they differ: amounts visitors named, a covered ticket among exempt ones. */
function rowsByUnit(
  kind: 'TICKET' | 'ADDITIONAL_SERVICE',
  name: string,
  units: readonly { readonly unit: Minor; readonly quantity: number }[],
): OrderRow[] {
  const quantities = new Map<Minor, number>()
  for (const { unit, quantity } of units) quantities.set(unit, (quantities.get(unit) ?? 0) + quantity)
  return [...quantities].map(([unit, quantity]) => ({ kind, name, quantity, unit, subTotal: times(unit, quantity) }))
}

function discountRows(order: OrderToDescribe): OrderRow[] {
  if (order.discount === null || order.discount.code.codeType === 'ACCESS') return []
  const { code, name } = order.discount
  const quantity = appliedCount(order, code)
  if (quantity === 0) return []
  const amount = minus(order.price.discount, coveredAmount(order))
  const row = { quantity, discount: code.discount, subTotal: negated(amount) }
  return code.codeType === 'DYNAMIC'
    ? [{ ...row, kind: 'DYNAMIC_DISCOUNT', name }]
    : [{ ...row, kind: 'PROMOTION_CODE', name: `${name}${categorySuffix(order, code)}` }]
}

/** How often a code was applied: for each ticket that became cheaper, otherwise once (domain rules 1.7). */
function appliedCount(order: OrderToDescribe, { discount }: LoweringCode): number {
  const cheaper = order.tickets.filter(({ price, isCovered }) => !isCovered && price.discount > 0n)
  switch (discount.kind) {
    case 'FIXED_AMOUNT':
      return cheaper.length
    case 'PERCENTAGE':
      return cheaper.length > 0 || order.services.some(({ price }) => price.discount > 0n) ? 1 : 0
    case 'FIXED_AMOUNT_RESERVATION':
      return 1
    default:
      return discount satisfies never
  }
}

/** A limited code names those of its categories that are in the order. */
function categorySuffix({ tickets, categories }: OrderToDescribe, code: LoweringCode): string {
  if (code.categories.length === 0 || code.discount.kind === 'FIXED_AMOUNT_RESERVATION') return ''
  const names = categories
    .filter(({ id }) => isForCategory(code, id) && tickets.some(({ categoryId }) => categoryId === id))
    .map(({ name }) => name)
  return names.length === 0 ? '' : ` (${names.join(', ')})`
}

function passRows(order: OrderToDescribe): OrderRow[] {
  const quantity = order.tickets.filter(({ isCovered }) => isCovered).length
  if (quantity === 0) return []
  if (order.passTitle === null) throw new Error('tickets are covered, and no pass is named')
  const amount = negated(coveredAmount(order))
  return [{ kind: 'APPLIED_SUBSCRIPTION', name: order.passTitle, quantity, unit: amount, subTotal: amount }]
}

function coveredAmount({ tickets }: OrderToDescribe): Minor {
  return sum(tickets.filter(({ isCovered }) => isCovered).map(({ price }) => price.discount))
}

type PrintedRow = {
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
