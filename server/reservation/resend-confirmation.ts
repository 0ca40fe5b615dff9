import type { ReservationId } from '#domain/reservation/reservation.ts'
import type { EventForSale } from '#server/catalog/catalog.ts'
import type { Shop } from '#server/context.ts'
import { transaction } from '#server/database/database.ts'
import { mailConfirmation } from './mail-order.ts'
import { readOrder } from './read-order.ts'

export type ResendRequest = { readonly id: ReservationId; readonly sale: EventForSale; readonly language: string }

/**
 * Queues the confirmation once more, in the language asked for. False for an unknown order, for one of another event, and
 * for one that is not confirmed yet (lifecycle D).
 */
export async function resendConfirmation(shop: Shop, { id, sale, language }: ResendRequest): Promise<boolean> {
  const order = await readOrder(shop, id)
  if (!order || order.reservation.contextId !== sale.event.id || !order.reservation.isFinalized) return false
  const known = sale.event.languages.find(offered => offered === language) ?? order.reservation.language
  await transaction(shop.db, tx => mailConfirmation(tx, shop, order, known))
  await shop.jobs.wake('deliver-mail')
  return true
}
