import { publicIdentifier } from '#domain/catalog/catalog/purchase-context.ts'
import type { Offer } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { billingPdf } from '#server/documents/pdf/billing-pdf.ts'
import { readImage } from '#server/foundation/file/image.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type StoredDocument, findDocumentById } from './store.ts'

export type DocumentFile = { readonly fileName: string; readonly pdf: Uint8Array }

type OfOrder = { readonly offer: Offer; readonly reservationId: ReservationId }

/** The document as a file to keep. */
export async function documentFile(
  shop: Shop,
  stored: StoredDocument,
  { offer, reservationId }: OfOrder,
): Promise<DocumentFile> {
  const { logo } = stored.document
  const picture = logo === null ? undefined : await readImage(shop.db, logo)
  const pdf = await billingPdf(stored.document, textsOf(offer, shop.texts), picture)
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
