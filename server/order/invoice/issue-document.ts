import { paidAfter } from '#domain/order/invoice/billing-document.ts'
import { documentOf } from '#domain/order/invoice/which-document.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { isPaid as isPaidOrder } from '#domain/order/reservation/reservation.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { invoiceTerms } from '#server/foundation/setting/invoice-terms.ts'
import { type Issue, describeInvoice } from './describe-invoice.ts'
import { documentsOf } from '#server/order/order/documents-of.ts'
import { nextNumber } from './next-number.ts'
import { findDocument, readInvoiceNumber, storeDocument, storeInvoiceNumber } from './store.ts'

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
