import type { Instant } from '#domain/foundation/instant.ts'
import type { OrderPrice } from '#domain/order/pricing/price-order.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** The result of a request, so that it can be answered again. */
export type KeptAnswer = {
  /** Minor units, as text. */
  readonly amount: string
  readonly refundIds: readonly string[]
  readonly tickets: number
  readonly creditNoteNumber: string | null
}

/** What was asked for, in a fixed order: two requests are one when these are the same text. */
export type RequestText = string

export type KeptRequest = { readonly asked: RequestText; readonly answer: KeptAnswer }

/** An earlier request, by the id that its client gave it. */
export async function findRequest(
  on: Queryable,
  orderId: ReservationId,
  requestId: string,
): Promise<KeptRequest | undefined> {
  const row = await on.kysely
    .selectFrom('refund_request')
    .select(['asked', 'answer'])
    .where('order_id', '=', orderId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  // Written by this file alone.
  return row && { asked: row.asked as RequestText, answer: row.answer as KeptAnswer }
}

type NewRequest = KeptRequest & { readonly contextId: number; readonly requestId: string; readonly now: Instant }

export async function storeRequest(
  tx: Tx,
  orderId: ReservationId,
  { contextId, requestId, asked: requestText, answer, now }: NewRequest,
): Promise<void> {
  await tx.kysely
    .insertInto('refund_request')
    .values({
      order_id: orderId,
      purchase_context_id: contextId,
      request_id: requestId,
      asked: JSON.stringify(requestText),
      answer: JSON.stringify(answer),
      made_at: timestamp(now),
    })
    .execute()
}

/** What an order costs from now on; its tickets and extras cost what they did. */
export async function storePrice(
  tx: Tx,
  id: ReservationId,
  { source, discount, vat, total }: OrderPrice,
): Promise<void> {
  await tx.kysely
    .updateTable('reservation')
    .set({ source_price: source, discount, vat, final_price: total })
    .where('id', '=', id)
    .execute()
}
