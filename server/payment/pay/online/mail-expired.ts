import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, statement } from '#server/foundation/database/database.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { mailPaymentFailed, noticePaymentFailed, reasonText } from './mail-money.ts'

/** A cart whose payment was refused: what it is for, and why it was. */
export type RefusedCart = {
  readonly offer: OfferedContext
  readonly code: string | null
  readonly provider: string | null
}

/** Those of the carts whose payment was refused. Never inside of a transaction. */
export async function findRefused(
  { db, catalog }: Shop,
  ids: readonly ReservationId[],
): Promise<ReadonlyMap<ReservationId, RefusedCart>> {
  const found = new Map<ReservationId, RefusedCart>()
  for (const { id, context, code, provider } of await db.query(REFUSED, [ids])) {
    found.set(id, { offer: await catalog.offerOf(context), code, provider })
  }
  return found
}

const REFUSED = statement<{ id: ReservationId; context: number; code: string | null; provider: string | null }>(
  'carts-refused',
  `select distinct on (reservation_id) reservation_id as id, purchase_context_id as context, modifications ->> 'code' as code,
     modifications ->> 'provider' as provider
   from audit where reservation_id = any($1::uuid[]) and type = 'PAYMENT_FAILED' order by reservation_id, audit.id desc`,
)

/**
 * Mails the buyer of an expired cart with a failed payment that its time is over (lifecycle A.3.9); other buyers get no
 * mail.
 */
export async function mailExpired(
  tx: Tx,
  shop: Shop,
  id: ReservationId,
  refused: RefusedCart | undefined,
): Promise<void> {
  const reservation = refused && (await findReservation(tx, id))
  if (!refused || !reservation) return
  const reason = refused.code === null ? null : reasonText(shop, { code: refused.code })
  const order = { reservation, offer: refused.offer }
  await mailPaymentFailed(tx, shop, order, { reason, heldUntil: null })
  await noticePaymentFailed(tx, shop, order, { provider: refused.provider, reason, isHeld: false })
}
