import type { OrganizationKey } from '#domain/access/principal/principal.ts'
import type { Shop } from '#server/catalog/context.ts'
import { refundOrder } from '#server/payment/refund/refund-order.ts'
import { orderOfBought } from './store.ts'

/**
 * Takes a sold pass back, by either of its ids: its order ends and its invoice is credited, as when an organiser ends
 * any other, its entries pay for nothing any more, and there is one more to sell. A call of its own refunds the money.
 * False when it was taken back before, undefined when no such pass is sold.
 */
export async function takePassBack(
  shop: Shop,
  { passId, id, by }: { readonly passId: number; readonly id: string; readonly by: OrganizationKey },
): Promise<boolean | undefined> {
  const order = await orderOfBought(shop.db, passId, id)
  if (!order) return undefined
  const outcome = await refundOrder(shop, order, { form: { what: 'ORDER', money: false }, by })
  return outcome.kind === 'done'
}
