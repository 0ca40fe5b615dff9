import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable } from '#server/foundation/database/database.ts'

/** What an order has in the way of documents. */
export type OrderDocuments = {
  /** Null: a receipt applies. */
  readonly invoiceNumber: string | null
  /** The one that can be downloaded and mailed; null: none has been issued. */
  readonly documentId: string | null
}

/** The valid invoice or receipt of an order; an order that has just gone has none. */
export async function documentsOf(on: Queryable, id: ReservationId): Promise<OrderDocuments> {
  const row = await on.kysely
    .selectFrom('reservation')
    .leftJoin('billing_document', join =>
      join
        .onRef('billing_document.reservation_id', '=', 'reservation.id')
        .on('billing_document.status', '=', 'VALID')
        .on('billing_document.type', '!=', 'CREDIT_NOTE'),
    )
    .select(['reservation.invoice_number', 'billing_document.id'])
    .where('reservation.id', '=', id)
    .executeTakeFirst()
  return { invoiceNumber: row?.invoice_number ?? null, documentId: row?.id ?? null }
}
