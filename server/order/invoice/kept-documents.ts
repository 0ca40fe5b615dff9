import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { offerOfReservation } from '#server/order/order/offer-of-reservation.ts'
import { type DocumentFile, documentFile } from './document-file.ts'
import { validDocuments } from './store.ts'

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
