import { type CategoryId, categoryId } from '#domain/catalog/catalog/category.ts'
import { type Currency, currency } from '#domain/foundation/money/currency.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { type Percentage, percentage } from '#domain/foundation/money/percentage.ts'
import type { Discount, PromoCode } from '#domain/catalog/promo-code/promo-code.ts'
import type { AdditionalServiceId } from '#domain/catalog/price/additional-service.ts'
import type { BookedService } from '#domain/order/pricing/services.ts'
import type { TicketToPrice } from '#domain/order/pricing/price-order.ts'
import type { AppliedTax, AppliedVatStatus, Tax, VatStatus } from '#domain/catalog/price/vat.ts'

/** Orders in few words, for tests: amounts in minor units, percentages as text. */

export function percent(text: string): Percentage {
  const value = percentage(text)
  if (value === undefined) throw new Error(`no percentage ${text}`)
  return value
}

export function money(code: string): Currency {
  const inCurrency = currency(code)
  if (inCurrency === undefined) throw new Error(`no currency ${code}`)
  return inCurrency
}

export const CHF = money('CHF')
export const JPY = money('JPY')
export const BHD = money('BHD')

export const included = (rate: string) => tax('INCLUDED', rate)
export const onTop = (rate: string) => tax('NOT_INCLUDED', rate)

export function tax(status: VatStatus, rate: string): Tax
export function tax(status: AppliedVatStatus, rate: string): AppliedTax
export function tax(status: AppliedVatStatus, rate: string): AppliedTax {
  return { status, percentage: percent(rate) }
}

export const cat = (id: number): CategoryId => categoryId(id)
export const serviceId = (id: number): AdditionalServiceId => id as AdditionalServiceId

/** So many tickets of category 1 unless said otherwise. */
export function tickets(
  quantity: number,
  source: bigint,
  { category = 1, ...more }: { category?: number; status?: AppliedVatStatus; isCovered?: boolean } = {},
): TicketToPrice[] {
  const ticket = { categoryId: cat(category), source: minor(source), status: null, isCovered: false, ...more }
  return Array.from({ length: quantity }, () => ticket)
}

export function items(quantity: number, source: bigint, more: Partial<BookedService> = {}): BookedService {
  return { id: serviceId(1), type: 'SUPPLEMENT', vat: 'INHERITED', source: minor(source), quantity, ...more }
}

/** 10 % as "10%", 5.00 of each ticket as 500n; for these categories, or for all. */
export function code(off: string | bigint, ...categories: number[]): PromoCode {
  const discount = discountOf(off, 'FIXED_AMOUNT')
  return { codeType: 'DISCOUNT', code: 'SUMMER-27', discount, categories: categories.map(cat) }
}

/** So much off the whole order. */
export function orderCode(amount: bigint, ...categories: number[]): PromoCode {
  const discount = discountOf(amount, 'FIXED_AMOUNT_RESERVATION')
  return { codeType: 'DISCOUNT', code: 'VOUCHER-5', discount, categories: categories.map(cat) }
}

/** As `code` and as `orderCode`, found by a rule of the organiser. */
export function dynamic(off: string | bigint, ...categories: number[]): PromoCode {
  return { codeType: 'DYNAMIC', discount: discountOf(off, 'FIXED_AMOUNT'), categories: categories.map(cat) }
}

export function dynamicOrderCode(amount: bigint): PromoCode {
  return { codeType: 'DYNAMIC', discount: discountOf(amount, 'FIXED_AMOUNT_RESERVATION'), categories: [] }
}

export const accessCode: PromoCode = { codeType: 'ACCESS', code: 'BACKSTAGE', hiddenCategory: cat(9) }

function discountOf(off: string | bigint, kind: 'FIXED_AMOUNT' | 'FIXED_AMOUNT_RESERVATION'): Discount {
  if (typeof off === 'bigint') return { kind, amount: minor(off), currency: CHF }
  return { kind: 'PERCENTAGE', percentage: percent(off.replace('%', '')) }
}
