import { type PurchaseContext, publicIdentifier } from '#domain/catalog/catalog/purchase-context.ts'
import type { OwnDocument } from '#domain/order/invoice/which-document.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { Shop } from '#server/catalog/context.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { offerOfReservation } from '#server/order/order/offer-of-reservation.ts'
import { invoiceTerms } from '#server/foundation/setting/invoice-terms.ts'
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
  if (!id || !offer || !isNamed(offer.context, asked)) return { kind: 'none' }
  const reservation = await findReservation(shop.db, id)
  if (!reservation || has(reservation, 'isCancelled')) return { kind: 'none' }
  if (invoiceTerms(offer.settings).isItalian) return { kind: 'kept' }
  const stored = await findDocument(shop.db, id, asked.type)
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
  asked: { readonly of: PurchaseContext['kind']; readonly name: string },
): boolean {
  if (context.kind === 'subscription' && asked.of === 'event' && asked.name === 'undefined') return true
  return context.kind === asked.of && publicIdentifier(context) === asked.name
}
