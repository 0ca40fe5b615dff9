import { type OrderPrice, isFree } from '#domain/order/pricing/price-order.ts'
import type { InvoiceTerms } from '#domain/order/reservation/billing.ts'

/** A credit note takes an invoice back; no order gets it by itself. */
export type OwnDocument = 'INVOICE' | 'RECEIPT'

export type OrderToDocument = {
  readonly price: OrderPrice
  /** The money is there: it neither waits for a transfer nor is due at the desk. */
  readonly isPaid: boolean
  readonly isInvoiceRequested: boolean
  readonly terms: Pick<InvoiceTerms, 'isAllowed' | 'isForEverybody'>
}

/**
 * Which document a confirmed order gets (lifecycle C.2, C.3): none when it is free; an invoice when one is wanted and
 * the organiser writes them, before it is paid too; otherwise a receipt, once the money is there.
 */
export function documentOf(order: OrderToDocument): OwnDocument | null {
  if (isFree(order.price)) return null
  const { isAllowed, isForEverybody } = order.terms
  if (isAllowed && (isForEverybody || order.isInvoiceRequested)) return 'INVOICE'
  return order.isPaid ? 'RECEIPT' : null
}
