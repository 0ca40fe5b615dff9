import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { invoiceTerms } from '#server/foundation/setting/invoice-terms.ts'
import { type DocumentFile, documentFile } from './document-file.ts'
import { type StoredDocument, validDocuments } from './store.ts'

type OfOrder = { readonly id: ReservationId; readonly offer: OfferedContext }

/** All documents of an order that its buyer may have, the oldest first; Italian e-invoices reach them another way (lifecycle C.3). */
export async function ownDocuments(shop: Shop, { id, offer }: OfOrder): Promise<readonly StoredDocument[]> {
  return invoiceTerms(offer.settings).isItalian ? [] : validDocuments(shop.db, id)
}

/** One of them as a file. */
export async function ownDocumentFile(
  shop: Shop,
  { documentId, ...order }: OfOrder & { readonly documentId: string },
): Promise<DocumentFile | undefined> {
  const found = (await ownDocuments(shop, order)).find(({ id }) => id === documentId)
  return found && documentFile(shop, found, { offer: order.offer, reservationId: order.id })
}
