import { type Billing, type InvoiceTerms, NO_BILLING } from '#domain/order/reservation/billing.ts'
import type { Contact } from '#domain/order/reservation/contact.ts'
import { type OrderPrice, isFree } from '#domain/order/pricing/price-order.ts'
import { type AppliedVatStatus, isExempt } from '#domain/catalog/price/vat.ts'

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

type Buyer = { readonly contact: Contact; readonly billing: Billing }

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

type DocumentTotals = {
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
      /** The structured reference of the order, where the account takes one (decision 83); older documents have none. */
      readonly reference?: string
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

/**
 * How an amount is taxed, by the codes of EN 16931 (UNTDID 5305): S taxed, Z at nothing, E exempt, AE reverse charge,
 * G free because the buyer is outside the union, O no matter of VAT, B split payment.
 */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'G' | 'O' | 'B'

/** Of the buyer: where an exemption comes from. */
export type TaxedBuyer = { readonly hasTaxId: boolean; readonly isInUnion: boolean }

/**
 * The category of a part of an order. An exempt part is so for every buyer, because its category is without tax
 * (APPLY_TAX_TO_CATEGORY), or for this one, who owes the tax (domain rules 1.6). `isTaxable` is that setting.
 */
export function taxCategoryOf(
  status: AppliedVatStatus,
  { isTaxable, hasRate, buyer }: { isTaxable: boolean; hasRate: boolean; buyer: TaxedBuyer },
): TaxCategory {
  if (status === 'NONE') return 'O'
  if (isExempt(status)) return isTaxable ? categoryOfBuyer(buyer) : 'E'
  if (!hasRate) return 'Z'
  return isNotCharged(status) ? 'B' : 'S'
}

export function isNotCharged(status: AppliedVatStatus): boolean {
  return status.endsWith('_NOT_CHARGED')
}

/** Only a buyer with a number can owe the tax. */
function categoryOfBuyer({ hasTaxId, isInUnion }: TaxedBuyer): TaxCategory {
  if (!hasTaxId) return 'E'
  return isInUnion ? 'AE' : 'G'
}

/** The counter, with as many digits as can be printed, copied and typed: 20 at most. */
const COUNTER = /%0?((?:\d|1\d|20)?)d/

/** What INVOICE_NUMBER_PATTERN may be: one line of 60 characters at most, with a counter in it. */
export const NUMBER_PATTERN = new RegExp(`^(?=.{1,60}$).*${COUNTER.source}`)

/**
 * Writes a document's number by INVOICE_NUMBER_PATTERN: `%d` is the counter, `%05d` the counter with at least five
 * digits, anything else stays as it is. Without a pattern, or with one that may not be, it is the counter alone
 * (lifecycle C.2).
 */
export function documentNumber(pattern: string | null, counter: number): string {
  const used = pattern !== null && NUMBER_PATTERN.test(pattern) ? pattern : '%d'
  return used.replace(COUNTER, (_, width: string) => String(counter).padStart(Number(width), '0'))
}

/** The organiser's address in parts, as far as they can be recognised. */
type AddressParts = {
  readonly street: readonly string[]
  readonly zip: string | null
  readonly city: string | null
}

/**
 * Finds code and town in an address that was written line by line: "6900 Lugano", "CH-6900 Lugano", "10115 Berlin",
 * "37121 Verona VR". What comes before is the street; what comes after, the country, is stated elsewhere.
 */
export function addressParts(lines: readonly string[]): AddressParts {
  const at = lines.findLastIndex(line => TOWN.test(line))
  const parts = TOWN.exec(lines[at] ?? '')
  if (!parts) return { street: lines, zip: null, city: null }
  const [, zip = null, city = null] = parts
  return { street: lines.slice(0, at), zip, city }
}

/** The country in front is left out; what looks like a street number has its word before it. */
const TOWN = /^(?:[A-Z]{1,3}[- ])?(\d{3,6}(?: ?[A-Z]{2})?)\s+(\D.*)$/

/** Of a VAT number with its country in front: "CHE-123.456.788" is CH, "EL 094…" is EL. Null when it has none. */
export function countryOfNumber(vatNumber: string): string | null {
  return /^([A-Z]{2})[A-Z]?[\s-]?\d/.exec(vatNumber.trim().toUpperCase())?.[1] ?? null
}
