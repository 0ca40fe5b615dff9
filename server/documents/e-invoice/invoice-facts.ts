import { GREECE, vatCountry } from '#domain/foundation/country/country-codes.ts'
import {
  type BillingDocument,
  type DocumentTax,
  type TaxCategory,
  addressParts,
  isInvoice,
} from '#domain/order/invoice/billing-document.ts'
import { currency, decimalsOf } from '#domain/foundation/money/currency.ts'
import { type Minor, ZERO, minus, plus, printed, writtenAmount } from '#domain/foundation/money/money.ts'
import { vatNumber } from '#domain/documents/tax-id/vat-number.ts'
import { recipientOf } from '#domain/order/reservation/billing.ts'
import type { Say } from '#server/foundation/language/texts.ts'

/** Seller or buyer as every format states them. */
export type Party = {
  readonly name: string
  readonly contactName: string | null
  readonly street: readonly string[]
  readonly zip: string | null
  readonly city: string | null
  readonly state: string | null
  /** ISO code. */
  readonly country: string
  /** With its country in front, as VAT knows it. */
  readonly vatId: string | null
  readonly email: string
}

/** An invoice or credit note that can be expressed in the terms of EN 16931. */
export type EInvoice = {
  readonly document: BillingDocument
  readonly number: string
  readonly seller: Party
  readonly buyer: Party
  /** Already paid, or paid by the buyer to the tax office (split payment). */
  readonly prepaid: string
  readonly payable: string
  /** By when, as 2027-01-22; null: nothing is asked for. */
  readonly dueOn: string | null
}

/**
 * Undefined where the rules of EN 16931 can't be kept: a receipt, a party whose country is not known (BR-9, BR-11), a
 * currency with thousandths (BR-DEC), or split payment outside Italy (BR-B-01).
 */
export function eInvoiceOf(document: BillingDocument): EInvoice | undefined {
  const code = currency(document.currency)
  const seller = sellerOf(document)
  const buyer = buyerOf(document)
  if (!isInvoice(document) || document.number === null || !seller || !buyer) return undefined
  if (!code || decimalsOf(code) > 2) return undefined
  if (isSplitPayment(document) && !(seller.country === 'IT' && buyer.country === 'IT')) return undefined
  const { due, notCharged } = document.totals
  const amount = (text: string): Minor => writtenAmount(text, code)
  const paid = isSettled(document) ? amount(due) : ZERO
  return {
    document,
    number: document.number,
    seller,
    buyer,
    prepaid: printed(plus(amount(notCharged), paid), code),
    payable: printed(minus(amount(due), paid), code),
    dueOn: paid === ZERO ? dueDay(document) : null,
  }
}

const isSplitPayment = ({ taxes }: BillingDocument): boolean => taxes.some(({ category }) => category === 'B')

/** A demand for money states its deadline (BR-CO-25); without one it is the day of the invoice. */
function dueDay({ payment, event, issuedOn }: BillingDocument): string {
  return payment.kind === 'bank-transfer' ? dayIn(event.timeZone, payment.deadline) : issuedOn
}

/** The day of supply: when the event begins, where it takes place; a pass is supplied when it is sold. */
export function supplyDay({ event, issuedOn }: Pick<BillingDocument, 'event' | 'issuedOn'>): string {
  return event.start === null ? issuedOn : dayIn(event.timeZone, event.start)
}

function dayIn(timeZone: string, start: number): string {
  return Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

/** Nothing is due any more; what a credit note refunds is not due either. */
const isSettled = ({ type, payment }: BillingDocument): boolean => type === 'INVOICE' && payment.kind === 'paid'

function sellerOf({ seller }: BillingDocument): Party | undefined {
  if (seller.country === null) return undefined
  const { street, zip, city } = addressParts(seller.address)
  return {
    name: seller.name,
    contactName: null,
    street,
    zip,
    city,
    state: null,
    country: isoCountry(seller.country),
    vatId: vatId(seller.country, seller.vatNumber),
    email: seller.email,
  }
}

function buyerOf({ buyer: { contact, billing } }: BillingDocument): Party | undefined {
  const { companyName, addressLine1, addressLine2, zip, city, state, country } = billing
  if (country === null) return undefined
  const name = recipientOf({ contact, billing })
  return {
    name: companyName ?? name,
    contactName: companyName === null ? null : name,
    street: [addressLine1, addressLine2].filter(line => line !== null),
    zip,
    city,
    state,
    country: isoCountry(country),
    vatId: vatId(country, billing.vatNumber),
    email: contact.email,
  }
}

const isoCountry = (code: string): string => (code === GREECE.vat ? GREECE.country : code)

/** Null without a number, and for one without a letter or digit ("-"), which no format of invoices takes. */
function vatId(country: string, written: string | null): string | null {
  if (written === null) return null
  const { number } = vatNumber(country, written)
  if (number === '') return null
  return `${vatCountry(country)}${number}`
}

/** "No matter of VAT" is stated without VAT numbers and without a rate (BR-O-02, BR-O-05). */
export function isOutsideVat({ taxes }: BillingDocument): boolean {
  return taxes.some(({ category }) => category === 'O')
}

/** The reason in the code list of the European Union (VATEX); null where only words say it. */
export function exemptionCode(category: DocumentTax['category']): string | null {
  switch (category) {
    case 'AE':
    case 'G':
    case 'O':
      return `VATEX-EU-${category}`
    default:
      return null
  }
}

export const isNothing = (amount: string): boolean => /^[-0.]*$/.test(amount)

const KEYS: Readonly<Record<TaxCategory, string | null>> = {
  AE: 'invoice.vat-voided',
  E: 'foyer.invoice.exempt',
  G: 'foyer.invoice.export',
  O: 'foyer.invoice.outside-scope',
  S: null,
  Z: null,
  B: null,
}

/** Why a part of an invoice carries no VAT, in the words of its language; null for what is taxed. */
export function exemptionReason(category: TaxCategory, say: Say): string | null {
  const key = KEYS[category]
  return key === null ? null : say(key, say('common.vat'))
}
