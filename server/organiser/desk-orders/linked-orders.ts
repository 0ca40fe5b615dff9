import type { DeskOrder } from '#contract/desk-order-detail.ts'
import { type ReservationId, shortId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { Shop } from '#server/catalog/context.ts'
import { orderUrl } from '#server/mail/letter/page-urls.ts'
import type { Order } from '#server/order/order/read-order.ts'

/** The orders that pay for a change of this one, the oldest first, and the one that this one pays for a change of (decision 110). */
export async function linkedOrders(
  shop: Pick<Shop, 'db' | 'config'>,
  { reservation, offer }: Pick<Order, 'reservation' | 'offer'>,
): Promise<DeskOrder['linked']> {
  const owner = reservation.changes?.orderId ?? null
  const rows = await shop.db.kysely
    .selectFrom('reservation')
    .select(['id', 'status', 'validity', 'language', 'changes_order as changes'])
    .where(({ eb, or }) =>
      or([eb('changes_order', '=', reservation.id), ...(owner === null ? [] : [eb('id', '=', owner)])]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const length = offer.settings.number('PARTIAL_RESERVATION_ID_LENGTH')
  return rows.map(({ id: raw, status, validity, language, changes }) => {
    const id = raw as ReservationId
    return {
      id,
      shortId: shortId({ id }, length),
      isPaying: changes === reservation.id,
      status,
      until: has({ status }, 'isOpen') ? validity : null,
      href: orderUrl(shop, { offer, reservation: { id, language } }),
    }
  })
}
