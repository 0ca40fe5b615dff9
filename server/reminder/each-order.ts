import type { ReservationId } from '#domain/reservation/reservation.ts'
import type { Shop } from '#server/context.ts'
import { type Tx, transaction } from '#server/database/database.ts'

/** Writes what is to be written about an order and marks it, or answers 0 when there is nothing (any more). */
export type Step = (tx: Tx, id: ReservationId) => Promise<number>

/**
 * Takes a step for each of these orders, in a transaction of its own: mail and mark come together or not at all. Answers
 * how many mails were queued.
 */
export async function eachOrder(shop: Shop, ids: readonly ReservationId[], step: Step): Promise<number> {
  let written = 0
  for (const id of ids) written += await transaction(shop.db, tx => step(tx, id))
  if (written > 0) await shop.jobs.wake('deliver-mail')
  return written
}
