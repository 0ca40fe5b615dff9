import { minor } from '#domain/foundation/money/money.ts'
import type { AdditionalServiceId } from '#domain/catalog/price/additional-service.ts'
import type { BookedItem } from '#domain/order/reservation/booked-item.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Queryable } from '#server/foundation/database/database.ts'

/** The items of a reservation, by extra. */
export async function itemsOf(on: Queryable, id: ReservationId): Promise<BookedItem[]> {
  const rows = await on.kysely
    .selectFrom('additional_service_item')
    .selectAll()
    .where('reservation_id', '=', id)
    .orderBy('service_id')
    .orderBy('id')
    .execute()
  return rows.map(row => {
    if (row.ticket_id === null) throw new Error(`item ${row.id} has no ticket`)
    return {
      id: row.id,
      serviceId: row.service_id as AdditionalServiceId,
      ticketId: row.ticket_id,
      price: {
        source: minor(row.source_price),
        discount: minor(row.discount),
        vat: minor(row.vat),
        final: minor(row.final_price),
      },
    }
  })
}
