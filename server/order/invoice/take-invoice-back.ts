import { type BillingDocument, creditNoteOf } from '#domain/order/invoice/billing-document.ts'
import {
  type Credit,
  type Returned,
  amountToCredit,
  creditNoteOfPart,
  creditOfAmount,
  restOf,
} from '#domain/order/invoice/credit.ts'
import { type Minor, ZERO, printed } from '#domain/foundation/money/money.ts'
import { type OrderNote, noteAudit } from '#server/foundation/audit/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { sayIn } from '#server/foundation/language/texts.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { dayIn, nextNumber } from './issue-document.ts'
import { type StoredDocument, creditNotesOf, findDocument, storeDocument } from './store.ts'
import type { StatusWith } from '#domain/order/reservation/states.ts'
import { releaseHeld } from '#server/order/order/release-held.ts'
import { storeEndedContent } from '#server/order/order/order-rows.ts'
import { cancelPasses } from '#server/order/order/move-pass.ts'
import { endPayments } from '#server/order/order/move-payment.ts'
import { moveReservation } from '#server/order/order/move-reservation.ts'
import { voidPassesOfOrders } from '#server/order/wallet-notes/note-changes.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'

export type CreditNote = { readonly number: string; readonly documentId: string }

type TakenBack = CreditNote & {
  /** Which have more to sell now. */
  readonly events: readonly number[]
}

/**
 * Cancels a whole order and issues the credit note for what is left of its invoice; undefined, and nothing done,
 * without one. The caller holds the reservation, has made sure that it may be credited, and mails the buyer. `causes`
 * come before it in the trail.
 */
export async function takeInvoiceBack(
  tx: Tx,
  shop: Shop,
  order: Order,
  causes: readonly OrderNote[] = [],
): Promise<TakenBack | undefined> {
  const invoice = await findDocument(tx, order.reservation.id, 'INVOICE')
  if (!invoice) return undefined
  const earlier = await creditNotesOf(tx, order.reservation.id)
  const issued = await issue(tx, shop, order, { invoice, earlier })
  const notes = [...causes, { type: 'CREDIT_NOTE_ISSUED' as const, modifications: { document: issued.documentId } }]
  const events = await closeOrder(tx, shop, order, { to: 'CREDIT_NOTE_ISSUED', notes })
  return { ...issued, events }
}

type Before = { readonly invoice: StoredDocument; readonly earlier: readonly StoredDocument[] }

async function issue(tx: Tx, shop: Shop, order: Order, before: Before): Promise<CreditNote> {
  const { invoice, earlier } = before
  if (earlier.length === 0) return store(tx, shop, order, { ...before, note: at => creditNoteOf(invoice.document, at) })
  const rest = restOfStored(before)
  const last = earlier.at(-1)
  if (rest.due <= ZERO && last) return { number: last.document.number ?? '', documentId: last.id }
  const credit = creditOfAmount(rest, rest.due, nameOfPart(shop, order, invoice))
  return store(tx, shop, order, { ...before, note: at => creditNoteOfPart(invoice.document, credit, at) })
}

const restOfStored = ({ invoice, earlier }: Before): Rest =>
  restOf(
    invoice.document,
    earlier.map(({ document }) => document),
  )

type Rest = Pick<Credit, 'shares' | 'due'>

/** What is credited of what is left of an invoice; `name` is what the document calls it. */
type PartOf = (rest: Rest, name: string) => Credit

/**
 * Issues a credit note for a part of an order's invoice; the order stays. Undefined, and nothing done, without an invoice, and
 * when nothing is left of it. The caller holds the reservation.
 */
export async function creditPart(
  tx: Tx,
  shop: Shop,
  order: Order,
  partOf: PartOf,
): Promise<(CreditNote & { readonly note: OrderNote }) | undefined> {
  const invoice = await findDocument(tx, order.reservation.id, 'INVOICE')
  if (!invoice) return undefined
  const earlier = await creditNotesOf(tx, order.reservation.id)
  const credit = partOf(restOfStored({ invoice, earlier }), nameOfPart(shop, order, invoice))
  if (credit.due <= ZERO) return undefined
  const issued = await store(tx, shop, order, {
    invoice,
    earlier,
    note: at => creditNoteOfPart(invoice.document, credit, at),
  })
  return { ...issued, note: { type: 'CREDIT_NOTE_ISSUED', modifications: { document: issued.documentId } } }
}

/** A document speaks the language of its invoice. */
const nameOfPart = (shop: Shop, { offer }: Order, { document }: StoredDocument): string =>
  sayIn(textsOf(offer, shop.texts), document.language)('invoice.refund.line-item')

type ToStore = Before & {
  readonly note: (issued: { number: string; at: number; on: string }) => BillingDocument
}

async function store(tx: Tx, shop: Shop, order: Order, { note, ...before }: ToStore): Promise<CreditNote> {
  const now = shop.clock.now()
  const number = await creditNumber(tx, order, before)
  const document = note({ number, at: now, on: dayIn(order.offer.context.timeZone, now) })
  return { number, documentId: await storeDocument(tx, order.reservation.id, { document, now }) }
}

/**
 * The invoice's own, unless the organiser counts credit notes for themselves (lifecycle C.2). Of several for one invoice only
 * the first can have it: the others count on from it, because no two documents may have one number.
 */
async function creditNumber(tx: Tx, { offer }: Order, { invoice: { document }, earlier }: Before): Promise<string> {
  const { settings, context: event } = offer
  if (settings.flag('REUSE_INVOICE_NUMBER_FOR_CREDIT_NOTE') && document.number !== null) {
    return earlier.length === 0 ? document.number : `${document.number}-${earlier.length + 1}`
  }
  const pattern = settings.text('INVOICE_NUMBER_PATTERN')
  return nextNumber(tx, event.organization.id, { sequence: 'CREDIT_NOTE', pattern })
}

/** Credits a part of an order's invoice and notes it in the trail; null without an invoice, and when nothing is left of it. */
export async function creditNoted(tx: Tx, shop: Shop, order: Order, partOf: PartOf): Promise<CreditNote | null> {
  const credited = await creditPart(tx, shop, order, partOf)
  if (!credited) return null
  await noteAudit(tx, { at: shop.clock.now(), reservation: order.reservation, ...credited.note })
  return credited
}

/**
 * Money of an order is returned, whatever has become of the order: its invoice is credited as far as it covers that
 * money. The caller holds the reservation and its payments.
 */
export function creditReturned(tx: Tx, shop: Shop, order: Order, returned: Returned): Promise<CreditNote | null> {
  return creditNoted(tx, shop, order, (rest, name) => creditOfAmount(rest, amountToCredit(rest, returned), name))
}

type Close = { readonly to: StatusWith<'hasEnded'>; readonly notes: readonly OrderNote[] }

/**
 * Releases everything that an order holds; its row stays, because of what was paid or invoiced (lifecycle A.3.12). The caller holds
 * the reservation, and has made sure that it may end. Returns the events and passes that have more to sell now.
 */
export async function closeOrder(
  tx: Tx,
  shop: Pick<Shop, 'clock'>,
  order: Order,
  { to, notes }: Close,
): Promise<readonly number[]> {
  const { reservation } = order
  const now = shop.clock.now()
  await storeEndedContent(tx, order, now)
  const passes = await cancelPasses(tx, reservation.id, now)
  const events = await releaseHeld(tx, [reservation.id])
  await voidPassesOfOrders(tx, [reservation.id], now)
  await moveReservation(tx, reservation, to, { at: now, notes })
  await endPayments(tx, reservation.id, now)
  return [...events, ...passes]
}

type Refunded = {
  readonly reservation: { readonly id: ReservationId; readonly contextId: number }
  /** All that has gone back, or is on its way. */
  readonly refunded: Minor
  readonly currency: Currency
}

/**
 * The receipt of an order says how much of it has gone back; an invoice is credited instead (lifecycle C.3). The caller holds the
 * reservation.
 */
export async function documentRefund(
  tx: Tx,
  { clock }: Pick<Shop, 'clock'>,
  { reservation, refunded, currency }: Refunded,
): Promise<void> {
  const receipt = await findDocument(tx, reservation.id, 'RECEIPT')
  if (!receipt) return
  const before = receipt.document.refunded ?? printed(ZERO, currency)
  const amount = printed(refunded, currency)
  if (before === amount) return
  const now = clock.now()
  const document = { ...receipt.document, refunded: amount }
  const id = await storeDocument(tx, reservation.id, { document, now })
  const modifications = { document: id, kind: document.type }
  await noteAudit(tx, { at: now, type: 'BILLING_DOCUMENT_GENERATED', reservation, modifications })
}
