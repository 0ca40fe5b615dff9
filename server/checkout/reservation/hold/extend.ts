import type { Shop } from '#server/catalog/context.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import { transaction } from '#server/foundation/database/database.ts'
import type { Outcome } from '#domain/foundation/outcome.ts'
import { type Extension, extendHold } from '#domain/order/reservation/hold.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { offerOfReservation } from '#server/order/order/offer-of-reservation.ts'
import { lockReservation } from '#server/order/order/reservations.ts'
import { latestMomentOf } from '#server/payment/pay/latest-moment.ts'
import { storeHold } from '../store.ts'

/** Holds the seats longer because the buyer asks for it; null for an unknown reservation. Refusals: see extendHold. */
export async function extendReservation(shop: Shop, id: ReservationId): Promise<Outcome<Extension> | null> {
  const offer = await offerOfReservation(shop, id)
  if (!offer) return null
  return transaction(shop.db, async tx => {
    const reservation = await lockReservation(tx, id)
    if (!reservation) return null
    const now = shop.clock.now()
    const decision = extendHold({
      ...reservation,
      now,
      stepMinutes: offer.settings.number('RESERVATION_EXTENSION_MINUTES'),
      maxExtensions: offer.settings.number('RESERVATION_MAX_EXTENSIONS'),
      latest: latestMomentOf(shop, { reservation, offer }, now),
    })
    if (!decision.ok) return decision
    await storeHold(tx, id, decision.value)
    await noteAudit(tx, { at: now, type: 'RESERVATION_EXTENDED', reservation })
    return decision
  })
}
