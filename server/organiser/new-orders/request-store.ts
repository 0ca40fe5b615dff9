import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'

/** The order that a request has made before. */
export async function orderOfRequest(
  on: Queryable,
  eventId: number,
  requestId: string,
): Promise<ReservationId | undefined> {
  const row = await on.kysely
    .selectFrom('desk_order_request')
    .select('order_id')
    .where('event_id', '=', eventId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return row && (row.order_id as ReservationId)
}

type OrderRequest = { readonly eventId: number; readonly requestId: string; readonly orderId: ReservationId }

/** The same request waits here for the one that came first, and finds its order. */
export async function storeOrderRequest(tx: Tx, { eventId, requestId, orderId }: OrderRequest): Promise<void> {
  await tx.kysely
    .insertInto('desk_order_request')
    .values({ event_id: eventId, request_id: requestId, order_id: orderId })
    .execute()
}
