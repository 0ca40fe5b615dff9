import { type ItemToBill, bill, frozenFigures } from '#domain/order/invoice/bill.ts'
import { type BillingDocument, type TaxedBuyer, taxCategoryOf } from '#domain/order/invoice/billing-document.ts'
import { discountOnOrder } from '#domain/catalog/price/discount.ts'
import { priceOrder } from '#domain/order/pricing/price-order.ts'
import type { AppliedVatStatus } from '#domain/catalog/price/vat.ts'
import { NO_BILLING } from '#domain/order/reservation/billing.ts'
import type { AnyOrder } from './any-order.ts'
import { CHF, included, tickets } from './priced-order.ts'

/** Billing documents, for tests. */

const ABROAD: TaxedBuyer = { hasTaxId: true, isInUnion: true }

/** The bill of an order that has just been priced, for a business abroad unless said otherwise. */
export function billOf(order: AnyOrder, buyer = ABROAD) {
  const priced = priceOrder(order)
  const categoryOf = (status: AppliedVatStatus) =>
    taxCategoryOf(status, { isTaxable: true, hasRate: order.tax.percentage > 0n, buyer })
  const sold = priced.tickets.map((ticket): ItemToBill => {
    const status = ticket.status ?? order.tax.status
    return {
      kind: 'TICKET',
      name: `Category ${ticket.categoryId}`,
      price: ticket.price,
      status,
      category: categoryOf(status),
    }
  })
  const extras = priced.services.flatMap(service => {
    const status = service.vat === 'NONE' ? 'NONE' : order.tax.status
    const name = `Extra ${service.id}`
    const item: ItemToBill = {
      kind: 'ADDITIONAL_SERVICE',
      name,
      price: service.price,
      status,
      category: categoryOf(status),
    }
    return Array.from({ length: service.quantity }, () => item)
  })
  return bill({
    items: [...sold, ...extras],
    amountOff: discountOnOrder(order.code),
    tax: order.tax,
    category: categoryOf(order.tax.status),
    due: priced.price.total,
  })
}

const ONE_TICKET: AnyOrder = { tickets: tickets(2, 12_000n), services: [], code: null, tax: included('8.1') }

/** The figures of a document of this order, in Swiss francs for a business abroad unless said otherwise. */
export function figuresOf(
  order: AnyOrder,
  { buyer = ABROAD, currency = CHF } = {},
): Pick<BillingDocument, 'lines' | 'taxes' | 'totals'> {
  return frozenFigures(billOf(order, buyer), { currency, percentage: order.tax.percentage })
}

/** Two tickets for CHF 120.00, from Lugano to a company in Berlin, paid; say what matters. */
export function aBillingDocument(change: Partial<BillingDocument> = {}): BillingDocument {
  return {
    type: 'INVOICE',
    number: '2027-00017',
    creditedNumber: null,
    issuedAt: Date.UTC(2027, 0, 15, 8),
    issuedOn: '2027-01-15',
    language: 'en',
    currency: 'CHF',
    logo: null,
    seller: {
      name: 'Verein Alpine Systeme',
      address: ['Via Nassa 12', '6900 Lugano', 'Switzerland'],
      vatNumber: 'CHE-123.456.788',
      country: 'CH',
      email: 'hello@alpine.example',
    },
    buyer: {
      contact: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' },
      billing: {
        ...NO_BILLING,
        isInvoiceRequested: true,
        isBusiness: true,
        companyName: 'Analytical Engines GmbH',
        addressLine1: 'Torstrasse 1',
        zip: '10119',
        city: 'Berlin',
        country: 'DE',
        vatNumber: 'DE123456788',
      },
    },
    event: {
      name: 'Alpine Systems Days',
      start: Date.UTC(2027, 4, 15, 7),
      end: Date.UTC(2027, 4, 15, 15, 30),
      timeZone: 'Europe/Zurich',
    },
    order: { shortId: '7F3A91C2', customerReference: 'PO 4711' },
    ...figuresOf(ONE_TICKET),
    discount: null,
    rows: [{ name: 'Conference', quantity: 2, price: '120.00', subTotal: '240.00' }],
    rowsTax: 'INCLUDED',
    payment: { kind: 'paid', by: 'online' },
    ...change,
  }
}
