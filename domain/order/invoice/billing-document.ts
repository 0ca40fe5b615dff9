import { type Billing, NO_BILLING } from '#domain/order/reservation/billing.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'
import type { TaxCategory } from './tax-category.ts'

/**
 * A billing document as it was issued. It is stored as it is and printed from this alone, so that a later download says
 * the same whatever has changed since (lifecycle C.3). Amounts are decimal texts in the document's currency, never with
 * a minus sign: a credit note takes back what it states.
 */
export type BillingDocument = {
  readonly type: 'INVOICE' | 'RECEIPT' | 'CREDIT_NOTE'
  /** Null: a receipt has none. */
  readonly number: string | null
  /** Of the invoice that a credit note takes back. */
  readonly creditedNumber: string | null
  /** Epoch milliseconds. */
  readonly issuedAt: number
  /** In the zone of the event: 2027-01-15. */
  readonly issuedOn: string
  readonly language: string
  readonly currency: string
  /** Digest of the picture that heads it; null: the name alone does. */
  readonly logo: string | null
  readonly seller: Seller
  readonly buyer: Buyer
  /** The event; or the pass, which takes place at no time. */
  readonly event: {
    readonly name: string
    /** Epoch milliseconds. */
    readonly start: number | null
    readonly end: number | null
    readonly timeZone: string
  }
  readonly order: { readonly shortId: string; readonly customerReference: string | null }
  readonly lines: readonly DocumentLine[]
  readonly taxes: readonly DocumentTax[]
  readonly totals: DocumentTotals
  /** What the discount is called; null: there is none. */
  readonly discount: string | null
  /** The order as it was shown, prices as the organiser states them: what a receipt prints. */
  readonly rows: readonly DocumentRow[]
  /** The prices of the rows include the VAT, or it comes on top; null: there is none to show. */
  readonly rowsTax: 'INCLUDED' | 'ADDED' | null
  readonly payment: DocumentPayment
  /** What of a receipt has gone back; left out: nothing. */
  readonly refunded?: string
}

export type Seller = {
  readonly name: string
  /** Line by line as the organiser has written it. */
  readonly address: readonly string[]
  readonly vatNumber: string | null
  /** ISO code; null when it is unknown. */
  readonly country: string | null
  readonly email: string
}

export type Buyer = { readonly contact: Contact; readonly billing: Billing }

/** Without VAT. `unitNet` is exact to eight decimals. */
export type DocumentLine = {
  readonly name: string
  readonly quantity: number
  readonly unitNet: string
  readonly net: string
  readonly category: TaxCategory
  readonly percentage: string
}

/** `percentage` is 0 for what is not taxed. */
export type DocumentTax = {
  readonly category: TaxCategory
  readonly percentage: string
  readonly allowance: string
  readonly net: string
  readonly vat: string
}

export type DocumentTotals = {
  readonly lines: string
  readonly allowance: string
  readonly net: string
  readonly vat: string
  readonly gross: string
  /** VAT that the buyer pays to the tax office (split payment). */
  readonly notCharged: string
  /** May be negative. */
  readonly rounding: string
  readonly due: string
}

export type DocumentRow = {
  readonly name: string
  readonly quantity: number
  readonly price: string
  readonly subTotal: string
}

/** `paid`: nothing is open. A document for a transfer states the account. */
/** How money has come: through a provider, by bank transfer, or at the desk. */
export type PaidBy = 'online' | 'transfer' | 'desk'

/** How the money of what was awaited has come, once it is there. */
export function paidAfter(awaited: DocumentPayment): DocumentPayment {
  switch (awaited.kind) {
    case 'bank-transfer':
    case 'deferred-transfer':
      return { kind: 'paid', by: 'transfer' }
    case 'on-site':
      return { kind: 'paid', by: 'desk' }
    case 'paid':
      return awaited
    default:
      return awaited satisfies never
  }
}

export type DocumentPayment =
  /** `by` is left out where the way of payment is unknown. */
  | { readonly kind: 'paid'; readonly by?: PaidBy }
  | { readonly kind: 'on-site' }
  | { readonly kind: 'deferred-transfer' }
  | {
      readonly kind: 'bank-transfer'
      readonly account: string
      readonly owner: readonly string[]
      readonly reason: string
      /** Epoch milliseconds. */
      readonly deadline: number
    }

/** An invoice and a credit note are e-invoices too. */
export function isInvoice({ type }: Pick<BillingDocument, 'type'>): boolean {
  return type !== 'RECEIPT'
}

/** Takes a whole invoice back. */
export function creditNoteOf(
  invoice: BillingDocument,
  issued: { readonly number: string; readonly at: number; readonly on: string },
): BillingDocument {
  return {
    ...invoice,
    type: 'CREDIT_NOTE',
    number: issued.number,
    creditedNumber: invoice.number,
    issuedAt: issued.at,
    issuedOn: issued.on,
    payment: paidAfter(invoice.payment),
  }
}

/** What is left once the law no longer wants to know whose it was: number, dates and amounts. */
export function withoutBuyer(document: BillingDocument): BillingDocument {
  return {
    ...document,
    buyer: { contact: { firstName: '', lastName: '', email: '' }, billing: NO_BILLING },
    order: { ...document.order, customerReference: null },
  }
}
