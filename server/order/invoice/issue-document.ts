import { pictureOf } from '#server/documents/pdf/document-look.ts'
import {
  type BillingDocument,
  type DocumentRow,
  type OwnDocument,
  type Seller,
  type TaxedBuyer,
  countryOfNumber,
  documentNumber,
  documentOf,
  paidAfter,
  taxCategoryOf,
} from '#domain/order/invoice/billing-document.ts'
import { type ReservationId, isPaid as isPaidOrder, shortId } from '#domain/order/reservation/reservation.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, statement } from '#server/foundation/database/database.ts'
import { type Order, documentsOf } from '#server/order/order/read-order.ts'
import { invoiceTerms } from '#server/foundation/setting/invoice-terms.ts'
import { findDocument, readInvoiceNumber, storeDocument, storeInvoiceNumber } from './store.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { isEuVatCountry, vatCountry } from '#domain/foundation/country/country-codes.ts'
import type { PurchaseContext } from '#domain/catalog/catalog/purchase-context.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Bill, type ItemToBill, bill, frozenFigures } from '#domain/order/invoice/bill.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { discountOnOrder } from '#domain/catalog/price/discount.ts'
import { type OrderRow, printedRow } from '#domain/order/pricing/order-rows.ts'
import type { AppliedVatStatus } from '#domain/catalog/price/vat.ts'
import { type Billing, billingOnTerms } from '#domain/order/reservation/billing.ts'
import type { Offer } from '#server/catalog/catalog/catalog.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { passTitle, rowsOf, serviceOf } from '#server/order/order/order-rows.ts'
import { paymentReading } from '#server/order/order/describe-order.ts'

/**
 * Issues what a confirmed order is owed: an invoice with its number, a receipt, or nothing (lifecycle C.1, C.2). The
 * caller holds the reservation and has stored its new status, which `reservation` carries. Issued again, once a transfer
 * has arrived, the invoice keeps its number, its date and its lines. Returns the order with the documents it has now.
 */
export async function issueBillingDocument(tx: Tx, shop: Shop, order: Order): Promise<Order> {
  const { offer, reservation } = order
  const isPaid = isMoneyThere(order)
  const type = documentOf({
    price: reservation.price,
    isPaid,
    isInvoiceRequested: reservation.isInvoiceRequested,
    terms: invoiceTerms(offer.settings),
  })
  if (type === null) return order
  if (type === 'INVOICE') await issueInvoice(tx, shop, order, isPaid)
  else await issue(tx, shop, order, { type, number: null, isPaid, now: shop.clock.now() })
  return { ...order, documents: await documentsOf(tx, reservation.id) }
}

async function issueInvoice(tx: Tx, shop: Shop, order: Order, isPaid: boolean): Promise<void> {
  const { id } = order.reservation
  const issued = await findDocument(tx, id, 'INVOICE')
  if (issued) {
    const payment = isPaid ? paidAfter(issued.document.payment) : issued.document.payment
    await keep(tx, shop, order, { ...issued.document, payment })
    return
  }
  const number = (await readInvoiceNumber(tx, id)) ?? (await takeNumber(tx, order, id))
  await issue(tx, shop, order, { type: 'INVOICE', number, isPaid, now: shop.clock.now() })
}

async function takeNumber(tx: Tx, { offer }: Order, id: ReservationId): Promise<string> {
  const pattern = offer.settings.text('INVOICE_NUMBER_PATTERN')
  const number = await nextNumber(tx, offer.context.organization.id, { sequence: 'INVOICE', pattern })
  await storeInvoiceNumber(tx, id, number)
  return number
}

async function issue(tx: Tx, shop: Shop, order: Order, facts: Issue): Promise<void> {
  await keep(tx, shop, order, describeInvoice(shop, order, facts))
}

type Document = ReturnType<typeof describeInvoice>

async function keep(tx: Tx, shop: Shop, { reservation }: Order, document: Document): Promise<void> {
  const now = shop.clock.now()
  const id = await storeDocument(tx, reservation.id, { document, now })
  const modifications = { document: id, kind: document.type }
  await noteAudit(tx, { at: now, type: 'BILLING_DOCUMENT_GENERATED', reservation, modifications })
}

/** An order at the desk is paid when its tickets are. */
function isMoneyThere({ reservation, tickets }: Order): boolean {
  return isPaidOrder(reservation) && !tickets.some(ticket => ticketHas(ticket, 'isDueAtDesk'))
}

type Issue = {
  readonly type: OwnDocument
  readonly number: string | null
  readonly isPaid: boolean
  readonly now: Instant
}

/** Everything a document of an order says, as it is at this moment. */
function describeInvoice(
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
  const billing = billingOnTerms(reservation.billing, invoiceTerms(settings))
  const rows = rowsOf(order, textsOf(offer, shop.texts), language)
  return {
    type,
    number,
    creditedNumber: null,
    issuedAt: now,
    issuedOn: dayIn(context.timeZone, now),
    language,
    currency,
    logo: pictureOf(settings, context.fileDigest),
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

/**
 * The next number of an organisation's sequence, by its pattern. Its counter stays locked until the transaction ends:
 * the next transaction waits, and gets the same number when this one is rolled back. So there is no gap and no double
 * (lifecycle C.2).
 */
export async function nextNumber(
  tx: Tx,
  organizationId: number,
  { sequence, pattern }: { readonly sequence: 'INVOICE' | 'CREDIT_NOTE'; readonly pattern: string | null },
): Promise<string> {
  const [counted] = await tx.query(COUNT, [organizationId, sequence])
  if (!counted) throw new Error(`the counter ${sequence} of organisation ${organizationId} did not count`)
  return documentNumber(pattern, counted.last)
}

const COUNT = statement<{ readonly last: number }>(
  'billing-number',
  `insert into billing_number (organization_id, sequence, last) values ($1, $2, 1)
   on conflict (organization_id, sequence) do update set last = billing_number.last + 1
   returning last`,
)
