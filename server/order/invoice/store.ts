import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { BillingDocument } from '#domain/order/invoice/billing-document.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** A document as it is kept: what it says never changes. */
export type StoredDocument = { readonly id: string; readonly document: BillingDocument }

/** The number of an order's invoice; null as long as it has none. Once stored it stays (lifecycle C.2). */
export async function readInvoiceNumber(on: Queryable, id: ReservationId): Promise<string | null> {
  const row = await on.kysely
    .selectFrom('reservation')
    .select('invoice_number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.invoice_number
}

export async function storeInvoiceNumber(tx: Tx, id: ReservationId, number: string): Promise<void> {
  await tx.kysely
    .updateTable('reservation')
    .set({ invoice_number: number })
    .where('id', '=', id)
    .where('invoice_number', 'is', null)
    .execute()
}

/** The valid document of a type - the latest credit note -, unless its buyer has been erased with the end of the legal period. */
export async function findDocument(
  on: Queryable,
  id: ReservationId,
  type: BillingDocument['type'],
): Promise<StoredDocument | undefined> {
  const row = await on.kysely
    .selectFrom('billing_document')
    .select(['id', 'model'])
    .where('reservation_id', '=', id)
    .where('type', '=', type)
    .where('status', '=', 'VALID')
    .where('erased_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row && { id: row.id, document: row.model as BillingDocument }
}

/** All that has been taken back of an order's invoice, the oldest first. */
export async function creditNotesOf(on: Queryable, id: ReservationId): Promise<StoredDocument[]> {
  return (await validDocuments(on, id)).filter(({ document }) => document.type === 'CREDIT_NOTE')
}

/** By its own id, also when a newer one has replaced it; undefined when its order is gone. */
export async function findDocumentById(
  on: Queryable,
  documentId: string,
): Promise<(StoredDocument & { readonly reservationId: ReservationId }) | undefined> {
  const row = await on.kysely
    .selectFrom('billing_document')
    .select(['id', 'model', 'reservation_id'])
    .where('id', '=', documentId)
    .where('reservation_id', 'is not', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return (
    row && { id: row.id, document: row.model as BillingDocument, reservationId: row.reservation_id as ReservationId }
  )
}

/** Keeps the document in the place of an older one of its type, a credit note beside the others; returns its id. */
export async function storeDocument(
  tx: Tx,
  id: ReservationId,
  { document, now }: { readonly document: BillingDocument; readonly now: Instant },
): Promise<string> {
  if (document.type !== 'CREDIT_NOTE') {
    await tx.kysely
      .updateTable('billing_document')
      .set({ status: 'NOT_VALID' })
      .where('reservation_id', '=', id)
      .where('type', '=', document.type)
      .where('status', '=', 'VALID')
      .execute()
  }
  const row = await tx.kysely
    .insertInto('billing_document')
    .values({
      reservation_id: id,
      type: document.type,
      number: document.number,
      model: JSON.stringify(document),
      created_at: timestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export type KeptDocument = { readonly id: string; readonly type: 'INVOICE' | 'RECEIPT' }

/** The order has no valid document of its own any more; returns the one it had. */
export async function withdrawDocument(tx: Tx, id: ReservationId): Promise<KeptDocument | undefined> {
  const { rows } = await sql<KeptDocument>`
    update billing_document set status = 'NOT_VALID'
    where reservation_id = ${id} and type <> 'CREDIT_NOTE' and status = 'VALID' returning id, type`.execute(tx.kysely)
  return rows[0]
}

/** Makes the last one with the same payment valid again; undefined, and nothing done, without one. */
export async function restoreDocument(
  tx: Tx,
  id: ReservationId,
  payment: 'paid' | 'on-site',
): Promise<KeptDocument | undefined> {
  const { rows } = await sql<KeptDocument>`
    select id, type from billing_document
    where reservation_id = ${id} and type <> 'CREDIT_NOTE' and status = 'NOT_VALID' and erased_at is null
      and model -> 'payment' ->> 'kind' = ${payment}
    order by created_at desc, id limit 1`.execute(tx.kysely)
  const [found] = rows
  if (!found) return undefined
  await withdrawDocument(tx, id)
  await tx.kysely.updateTable('billing_document').set({ status: 'VALID' }).where('id', '=', found.id).execute()
  return found
}

/** The documents of an order that count, in the order they were issued, as long as the law wants them whole. */
export async function validDocuments(on: Queryable, id: ReservationId): Promise<StoredDocument[]> {
  const rows = await on.kysely
    .selectFrom('billing_document')
    .select(['id', 'model'])
    .where('reservation_id', '=', id)
    .where('status', '=', 'VALID')
    .where('erased_at', 'is', null)
    .orderBy('created_at')
    // An invoice before the document that cancels it, where their times are equal.
    .orderBy(sql`type = 'CREDIT_NOTE'`)
    .execute()
  return rows.map(row => ({ id: row.id, document: row.model as BillingDocument }))
}
