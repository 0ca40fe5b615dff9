import { type PurchaseContext, publicIdentifier } from '#domain/catalog/purchase-context.ts'
import type { OwnDocument } from '#domain/invoice/which-document.ts'
import { reservationId } from '#domain/reservation/reservation.ts'
import { has } from '#domain/reservation/states.ts'
import type { Shop } from '#server/context.ts'
import { findReservation } from '#server/order/reservations.ts'
import { offerOfReservation } from '#server/order/offer-of-reservation.ts'
import { invoiceTerms } from '#server/setting/invoice-terms.ts'
import { type DocumentFile, documentFile } from './document-file.ts'
import { findDocument } from './store.ts'

export type Download =
  | ({ readonly kind: 'file' } & DocumentFile)
  | { readonly kind: 'none' }
  /** Italian e-invoices reach the buyer another way (lifecycle C.3). */
  | { readonly kind: 'kept' }

/** The valid document of a type, of an order of this event or pass that has not been cancelled (lifecycle C.3). */
export async function findDownload(
  shop: Shop,
  asked: {
    readonly of: PurchaseContext['kind']
    /** The name of the event, or the public id of the pass. */
    readonly name: string
    readonly reservationId: string
    readonly type: OwnDocument
  },
): Promise<Download> {
  const id = reservationId(asked.reservationId)
  const offer = id && (await offerOfReservation(shop, id))
  const isOfThis = offer?.context.kind === asked.of && publicIdentifier(offer.context) === asked.name
  if (!id || !isOfThis) return { kind: 'none' }
  const reservation = await findReservation(shop.db, id)
  if (!reservation || has(reservation, 'isCancelled')) return { kind: 'none' }
  if (invoiceTerms(offer.settings).isItalian) return { kind: 'kept' }
  const stored = await findDocument(shop.db, id, asked.type)
  return stored
    ? { kind: 'file', ...(await documentFile(shop, stored, { offer, reservationId: id })) }
    : { kind: 'none' }
}
