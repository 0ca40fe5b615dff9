import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { isEuVatCountry, vatCountry } from '#domain/foundation/country/country-codes.ts'
import type { PurchaseContext } from '#domain/catalog/catalog/purchase-context.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Bill, type ItemToBill, bill } from '#domain/order/invoice/bill.ts'
import {
  type BillingDocument,
  type DocumentRow,
  type Seller,
  paidAfter,
} from '#domain/order/invoice/billing-document.ts'
import { frozenFigures } from '#domain/order/invoice/freeze.ts'
import { countryOfNumber } from '#domain/order/invoice/seller-address.ts'
import { type TaxedBuyer, taxCategoryOf } from '#domain/order/invoice/tax-category.ts'
import type { OwnDocument } from '#domain/order/invoice/which-document.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { discountOnOrder } from '#domain/catalog/price/discount.ts'
import type { OrderRow } from '#domain/order/pricing/order-rows.ts'
import { printedRow } from '#domain/order/pricing/printed-row.ts'
import type { AppliedVatStatus } from '#domain/catalog/price/vat.ts'
import { type Billing, billingAskedFor } from '#domain/order/reservation/billing.ts'
import { shortId } from '#domain/order/reservation/reservation.ts'
import type { Offer } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { passTitle, rowsOf, serviceOf } from '#server/order/order/order-rows.ts'
import { paymentReading } from '#server/order/order/payment-reading.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { invoiceTerms } from '#server/foundation/setting/invoice-terms.ts'

export type Issue = {
  readonly type: OwnDocument
  readonly number: string | null
  readonly isPaid: boolean
  readonly now: Instant
}

/** Everything a document of an order says, as it is at this moment. */
export function describeInvoice(
  shop: Pick<Shop, 'texts' | 'providers'>,
  order: Order,
  { type, number, isPaid, now }: Issue,
): BillingDocument {
  const { reservation, offer } = order
  const { context, settings } = offer
  const currency = reservation.currency ?? NO_CURRENCY
  const { language, tax } = reservation
  const awaited = paymentReading(shop, order)
  // What was stored before is left out too.
  const billing = billingAskedFor(reservation.billing, invoiceTerms(settings))
  const rows = rowsOf(order, textsOf(offer, shop.texts), language)
  return {
    type,
    number,
    creditedNumber: null,
    issuedAt: now,
    issuedOn: dayIn(context.timeZone, now),
    language,
    currency,
    logo: context.fileDigest,
    seller: sellerOf(offer),
    buyer: { contact: reservation.contact, billing },
    event: { name: displayName(context), ...timesOf(context), timeZone: context.timeZone },
    order: {
      shortId: shortId(reservation, settings.number('PARTIAL_RESERVATION_ID_LENGTH')),
      customerReference: reservation.customerReference,
    },
    ...frozenFigures(billOf(order), { currency, percentage: tax.percentage }),
    discount: rows.find(isDiscount)?.name ?? null,
    rows: rows.flatMap(row => documentRow(row, currency)),
    rowsTax: rowsTaxOf(tax.status),
    payment: isPaid ? paidAfter(awaited) : awaited,
  }
}

const timesOf = (context: PurchaseContext): Pick<BillingDocument['event'], 'start' | 'end'> =>
  context.kind === 'event' ? { start: context.startsAt, end: context.endsAt } : { start: null, end: null }

/** "2027-01-15" by the clock of the event. */
export function dayIn(timeZone: string, moment: Instant): string {
  return Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

/** The organiser's country of business for VAT: stated, or read from the VAT number. */
function sellerCountry({ settings }: Offer): string | null {
  return settings.text('COUNTRY_OF_BUSINESS') ?? countryOfNumber(settings.text('VAT_NR') ?? '')
}

function sellerOf(offer: Offer): Seller {
  const { name, email } = offer.context.organization
  const address = offer.settings.text('INVOICE_ADDRESS') ?? ''
  const lines = address.split(address.includes('\n') ? '\n' : ',').map(line => line.trim())
  return {
    name,
    address: lines.filter(line => line !== '' && line !== name),
    vatNumber: offer.settings.text('VAT_NR'),
    country: sellerCountry(offer),
    email,
  }
}

/** What an order is billed, as it is now. */
export function billOf({ reservation, offer, tickets, items, passes, discount }: Order): Bill {
  const { billing, tax, price } = reservation
  const buyer = taxedBuyer(billing)
  const categoryOf = (status: AppliedVatStatus, isTaxable = true) =>
    taxCategoryOf(status, { isTaxable, hasRate: tax.percentage > 0n, buyer })
  const ticketItems = tickets.map((ticket): ItemToBill => {
    const status = ticket.vatStatus ?? tax.status
    const name = offer.categories.find(({ id }) => id === ticket.categoryId)?.name ?? ''
    const isTaxable = offer.settings.flag('APPLY_TAX_TO_CATEGORY', ticket.categoryId)
    return { kind: 'TICKET', name, price: ticket.price, status, category: categoryOf(status, isTaxable) }
  })
  const extraItems = items.map((item): ItemToBill => {
    const service = serviceOf(offer, item.serviceId)
    const status = service.vat === 'NONE' ? 'NONE' : tax.status
    const name = service.title[reservation.language] ?? Object.values(service.title)[0] ?? ''
    return { kind: 'ADDITIONAL_SERVICE', name, price: item.price, status, category: categoryOf(status) }
  })
  const passItems = passes.map((pass): ItemToBill => {
    const name = passTitle(offer, reservation.language)
    return { kind: 'SUBSCRIPTION', name, price: pass.price, status: tax.status, category: categoryOf(tax.status) }
  })
  return bill({
    items: [...ticketItems, ...extraItems, ...passItems],
    amountOff: discountOnOrder(discount),
    tax,
    category: categoryOf(tax.status),
    due: price.total,
  })
}

function taxedBuyer({ vatNumber, country }: Billing): TaxedBuyer {
  return { hasTaxId: vatNumber !== null, isInUnion: country !== null && isEuVatCountry(vatCountry(country)) }
}

type DiscountRow = Extract<OrderRow, { kind: 'PROMOTION_CODE' | 'DYNAMIC_DISCOUNT' }>

const isDiscount = (row: OrderRow): row is DiscountRow =>
  row.kind === 'PROMOTION_CODE' || row.kind === 'DYNAMIC_DISCOUNT'

function documentRow(row: OrderRow, currency: Parameters<typeof printedRow>[1]): DocumentRow[] {
  const { name, amount, price, subTotal } = printedRow(row, currency)
  return name === null ? [] : [{ name, quantity: amount, price, subTotal }]
}

function rowsTaxOf(status: AppliedVatStatus): BillingDocument['rowsTax'] {
  if (status === 'INCLUDED') return 'INCLUDED'
  return status === 'NOT_INCLUDED' ? 'ADDED' : null
}
