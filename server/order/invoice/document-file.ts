import { type PurchaseContext, publicIdentifier } from '#domain/catalog/catalog/purchase-context.ts'
import type { Offer, OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { billingPdf } from '#server/documents/pdf/billing-pdf.ts'
import { documentLook } from '#server/documents/pdf/document-look.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { type ReservationId, reservationId } from '#domain/order/reservation/reservation.ts'
import { type StoredDocument, findDocument, findDocumentById, validDocuments } from './store.ts'
import { invoiceTerms } from '#server/foundation/setting/invoice-terms.ts'
import { offerOfReservation, ownerOf } from '#server/order/order/offer-of-reservation.ts'
import type { BillingDocument, OwnDocument } from '#domain/order/invoice/billing-document.ts'
import { has } from '#domain/order/reservation/states.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { type Principal, may } from '#domain/access/principal/principal.ts'
import type { EInvoiceFormat } from '#contract/invoice.ts'
import { crossIndustryInvoice } from '#server/documents/e-invoice/cii.ts'
import { type EInvoice, eInvoiceOf } from '#server/documents/e-invoice/invoice-facts.ts'
import { fatturaPa } from '#server/documents/e-invoice/fattura-pa.ts'
import { ublInvoice } from '#server/documents/e-invoice/ubl.ts'
import { type Say, sayIn } from '#server/foundation/language/texts.ts'

type DocumentFile = { readonly fileName: string; readonly pdf: Uint8Array }

type OfOrder = { readonly offer: Offer; readonly reservationId: ReservationId }

/** The document as a file to keep. */
async function documentFile(
  shop: Shop,
  stored: StoredDocument,
  { offer, reservationId }: OfOrder,
): Promise<DocumentFile> {
  const look = await documentLook(shop.db, offer.settings, stored.document.logo)
  const pdf = await billingPdf(stored.document, textsOf(offer, shop.texts), look)
  return { fileName: fileName(stored, publicIdentifier(offer.context), reservationId), pdf }
}

/** For a mail that carries it; undefined when there is none of that id. */
export async function documentFileById(
  shop: Shop,
  documentId: string,
  offer: Offer,
): Promise<DocumentFile | undefined> {
  const found = await findDocumentById(shop.db, documentId)
  return found && documentFile(shop, found, { offer, reservationId: found.reservationId })
}

/** "alpine-2027-01-15-090000-17-<document id>.pdf", or "receipt-alpine-<reservation id>.pdf" (lifecycle C.3). */
function fileName({ id, document }: StoredDocument, name: string, reservationId: ReservationId): string {
  if (document.number === null) return `receipt-${name}-${reservationId}.pdf`
  const issued = Temporal.Instant.fromEpochMilliseconds(document.issuedAt).toZonedDateTimeISO(document.event.timeZone)
  const time = issued.toPlainTime().toString({ smallestUnit: 'second' }).replaceAll(':', '')
  return `${name}-${issued.toPlainDate().toString()}-${time}-${asFileName(document.number)}-${id}.pdf`
}

/** Numbers may carry any sign that organisers like. */
export function asFileName(text: string): string {
  return text.replaceAll(/[^\w.-]+/g, '_')
}

type OwnOrder = { readonly id: ReservationId; readonly offer: OfferedContext }

/** All documents of an order that its buyer may have, the oldest first; Italian e-invoices reach them another way (lifecycle C.3). */
export async function ownDocuments(shop: Shop, { id, offer }: OwnOrder): Promise<readonly StoredDocument[]> {
  return invoiceTerms(offer.settings).isItalian ? [] : validDocuments(shop.db, id)
}

/** One of them as a file. */
export async function ownDocumentFile(
  shop: Shop,
  { documentId, ...order }: OwnOrder & { readonly documentId: string },
): Promise<DocumentFile | undefined> {
  const found = (await ownDocuments(shop, order)).find(({ id }) => id === documentId)
  return found && documentFile(shop, found, { offer: order.offer, reservationId: order.id })
}

/** Any document of an order as a file for its organiser; undefined for one of another order, or that has been erased. */
export async function documentFileOfOrder(
  shop: Shop,
  { documentId, id, offer }: OwnOrder & { readonly documentId: string },
): Promise<DocumentFile | undefined> {
  const found = await findDocumentById(shop.db, documentId)
  return found?.reservationId === id ? documentFile(shop, found, { offer, reservationId: id }) : undefined
}

/**
 * A document as the books have it: the file, and its e-invoice as XML where there is one (in Italy that of the exchange
 * system); undefined for one that has been erased.
 */
export async function documentForBooks(
  shop: Shop,
  documentId: string,
): Promise<{ readonly pdf: Uint8Array; readonly xml: string | null } | undefined> {
  const found = await findDocumentById(shop.db, documentId)
  const offer = found && (await offerOfReservation(shop, found.reservationId))
  if (!found || !offer) return undefined
  const { pdf } = await documentFile(shop, found, { offer, reservationId: found.reservationId })
  const invoice = eInvoiceOf(found.document)
  const format = invoiceTerms(offer.settings).isItalian ? 'fattura-pa' : 'factur-x'
  const say = sayIn(textsOf(offer, shop.texts), found.document.language)
  return { pdf, xml: (invoice && written(invoice, format, say)) ?? null }
}

/** For the books: an order's invoice or receipt, and its credit note, also when its people have been erased. */
export async function keptDocuments(shop: Shop, id: ReservationId): Promise<DocumentFile[]> {
  const offer = await offerOfReservation(shop, id)
  if (!offer) return []
  const files: DocumentFile[] = []
  for (const stored of await validDocuments(shop.db, id)) {
    files.push(await documentFile(shop, stored, { offer, reservationId: id }))
  }
  return files
}

export type Download =
  | ({ readonly kind: 'file' } & DocumentFile)
  | { readonly kind: 'none' }
  /** Italian e-invoices reach the buyer another way (lifecycle C.3). */
  | { readonly kind: 'kept' }

/** The valid document of a type, of an order of this event or pass that has not been cancelled (lifecycle C.3). */
export async function findDownload(
  shop: Shop,
  request: {
    readonly of: PurchaseContext['kind']
    /** The name of the event, or the public id of the pass. */
    readonly name: string
    readonly reservationId: string
    readonly type: OwnDocument
  },
): Promise<Download> {
  const id = reservationId(request.reservationId)
  const offer = id && (await offerOfReservation(shop, id))
  if (!id || !offer || !isNamed(offer.context, request)) return { kind: 'none' }
  const reservation = await findReservation(shop.db, id)
  if (!reservation || has(reservation, 'isCancelled')) return { kind: 'none' }
  if (invoiceTerms(offer.settings).isItalian) return { kind: 'kept' }
  const stored = await findDocument(shop.db, id, request.type)
  return stored
    ? { kind: 'file', ...(await documentFile(shop, stored, { offer, reservationId: id })) }
    : { kind: 'none' }
}

/**
 * A client of the wire asks for the documents of a pass as of an event, whose name it does not have: the word that its language
 * has for nothing. The id of the order is the secret, and the order says what it is for.
 */
function isNamed(
  context: PurchaseContext,
  request: { readonly of: PurchaseContext['kind']; readonly name: string },
): boolean {
  if (context.kind === 'subscription' && request.of === 'event' && request.name === 'undefined') return true
  return context.kind === request.of && publicIdentifier(context) === request.name
}

type EInvoiceFile =
  | { readonly kind: 'file'; readonly fileName: string; readonly xml: string }
  /** The reservation is of another organisation, or of none. */
  | { readonly kind: 'foreign' }
  /** No invoice, or one that lacks what the format needs. */
  | { readonly kind: 'none' }

/** Which of the documents of an order; what is left out may be any. */
type WhichDocument = {
  readonly document?: 'INVOICE' | 'CREDIT_NOTE' | undefined
  readonly number?: string | undefined
}

type FileRequest = { readonly by: Principal; readonly format: EInvoiceFormat; readonly which: WhichDocument }

/** An order's last word to the tax office, unless another is asked for: its latest credit note, or else its invoice. */
export async function eInvoiceFile(
  shop: Shop,
  id: ReservationId,
  { by, format, which }: FileRequest,
): Promise<EInvoiceFile> {
  const offer = await offerOfReservation(shop, id)
  if (!offer || !may(by, 'manage-orders', ownerOf(offer))) return { kind: 'foreign' }
  const stored = (await validDocuments(shop.db, id)).filter(({ document }) => isRequested(document, which)).at(-1)
  const invoice = stored && eInvoiceOf(stored.document)
  if (!invoice) return { kind: 'none' }
  const xml = written(invoice, format, sayIn(textsOf(offer, shop.texts), invoice.document.language))
  if (xml === undefined) return { kind: 'none' }
  return { kind: 'file', fileName: `${asFileName(invoice.number)}-${format}.xml`, xml }
}

const isRequested = ({ type, number }: BillingDocument, which: WhichDocument): boolean =>
  type !== 'RECEIPT' && type === (which.document ?? type) && number === (which.number ?? number)

function written(invoice: EInvoice, format: EInvoiceFormat, say: Say): string | undefined {
  switch (format) {
    case 'factur-x':
      return crossIndustryInvoice(invoice, say)
    case 'ubl':
      return ublInvoice(invoice, say)
    case 'fattura-pa':
      return fatturaPa(invoice)
    default:
      return format satisfies never
  }
}
