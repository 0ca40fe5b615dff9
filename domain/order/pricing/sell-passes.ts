import { type Minor, ZERO, times } from '#domain/foundation/money/money.ts'
import type { OrderRow } from './order-rows.ts'
import { priceItem } from './price-item.ts'
import { type OrderPrice, priceParts } from './price-order.ts'
import type { AppliedTax } from '#domain/catalog/price/vat.ts'

/** Prices an order of passes: no code is for passes, and none is exempt on its own. */
export function pricePasses({ source, quantity }: { source: Minor; quantity: number }, tax: AppliedTax): OrderPrice {
  const price = priceItem(source, tax)
  return priceParts([{ status: tax.status, isRoundedAlone: false, price, quantity }], tax, ZERO)
}

/** The row of an order of passes. */
export function soldPassRow(title: string, source: Minor, quantity: number): OrderRow {
  return { kind: 'SUBSCRIPTION', name: title, quantity, unit: source, subTotal: times(source, quantity) }
}
