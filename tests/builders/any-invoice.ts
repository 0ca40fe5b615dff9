import fc from 'fast-check'
import { type BillingDocument, creditNoteOf, isNotCharged } from '#domain/order/invoice/billing-document.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import { type OrderPrice, priceOrder } from '#domain/order/pricing/price-order.ts'
import { type AnyOrder, anyOrder } from './any-order.ts'
import { aBillingDocument, figuresOf } from './billing-document.ts'
import { CHF, JPY, money } from './priced-order.ts'

/** Invoices and credit notes of any order that costs something, between parties for whom it can be. */
export type AnyInvoice = {
  readonly document: BillingDocument
  readonly price: OrderPrice
  readonly currency: Currency
}

const NO_ITALIAN = { fiscalCode: null, referenceType: null, addresseeCode: null, pec: null, isSplitPayment: false }

export const MILANO = {
  name: 'Associazione Sistemi',
  address: ['Via Roma 1', '20121 Milano (MI)', 'Italia'],
  vatNumber: 'IT01234567897',
  country: 'IT',
  email: 'ciao@sistemi.example',
} as const

const lugano = aBillingDocument().seller
const berlin = aBillingDocument().buyer

export const VERONA = {
  contact: berlin.contact,
  billing: {
    ...berlin.billing,
    companyName: 'Società Łódź & Figli',
    addressLine1: 'Via Po 2',
    zip: '37121',
    city: 'Verona',
    state: 'VR',
    country: 'IT',
    vatNumber: '01234567897',
    italian: { ...NO_ITALIAN, fiscalCode: '01234567897', referenceType: 'ADDRESSEE_CODE', addresseeCode: 'ABC1234' },
  },
} as const

const athens = { ...berlin, billing: { ...berlin.billing, country: 'EL', vatNumber: 'EL094014298' } }
const tokyo = { ...berlin, billing: { ...berlin.billing, country: 'JP', vatNumber: '1234567890123' } }
const ada = { ...berlin, billing: { ...berlin.billing, companyName: null, vatNumber: null, country: 'CH' } }

const inUnion = { hasTaxId: true, isInUnion: true }
const PARTIES = [
  { seller: lugano, buyer: berlin, taxed: inUnion },
  { seller: lugano, buyer: athens, taxed: inUnion },
  { seller: lugano, buyer: tokyo, taxed: { hasTaxId: true, isInUnion: false } },
  { seller: lugano, buyer: ada, taxed: { hasTaxId: false, isInUnion: false } },
  { seller: MILANO, buyer: berlin, taxed: inUnion },
]
const IN_ITALY = { seller: MILANO, buyer: VERONA, taxed: inUnion }

const PAYMENTS = [
  { kind: 'paid', by: 'online' },
  { kind: 'on-site' },
  { kind: 'deferred-transfer' },
  {
    kind: 'bank-transfer',
    account: 'CH93 0076 2011 6238 5295 7',
    owner: ['Verein Alpine Systeme'],
    reason: '7F3A91C2',
    deadline: Date.UTC(2027, 0, 22, 7),
  },
] as const

const CURRENCIES = [CHF, money('EUR'), JPY]

/** Rates below half a percent exist nowhere, and the published rules count them as none. */
const isRate = ({ tax }: AnyOrder): boolean => tax.percentage === 0n || tax.percentage >= HALF

const HALF = 5000n

const anyCostlyOrder = anyOrder.filter(order => isRate(order) && priceOrder(order).price.total > 0n)

export const anyInvoice: fc.Arbitrary<AnyInvoice> = invoicesBetween(({ tax }) =>
  isNotCharged(tax.status) ? [IN_ITALY] : [...PARTIES, IN_ITALY],
)

/** Of an Italian organiser to an Italian business. */
export const anyItalianInvoice: fc.Arbitrary<AnyInvoice> = invoicesBetween(() => [IN_ITALY])

function invoicesBetween(parties: (order: AnyOrder) => readonly (typeof PARTIES)[number][]): fc.Arbitrary<AnyInvoice> {
  return anyCostlyOrder.chain(order =>
    fc
      .record({
        between: fc.constantFrom(...parties(order)),
        currency: fc.constantFrom(...CURRENCIES),
        payment: fc.constantFrom(...PAYMENTS),
        discount: fc.constantFrom('SUMMER-27', null),
        isCredited: fc.boolean(),
      })
      .map(({ between: { seller, buyer, taxed }, currency, payment, discount, isCredited }) => {
        const figures = figuresOf(order, { buyer: taxed, currency })
        const invoice = aBillingDocument({ ...figures, seller, buyer, currency, payment, discount })
        const issued = { number: 'G-3', at: Date.UTC(2027, 1, 1), on: '2027-02-01' }
        return {
          document: isCredited ? creditNoteOf(invoice, issued) : invoice,
          price: priceOrder(order).price,
          currency,
        }
      }),
  )
}
