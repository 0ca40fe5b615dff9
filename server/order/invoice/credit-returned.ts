import { type Returned, amountToCredit, creditOfAmount } from '#domain/order/invoice/credit.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { type CreditNote, type PartOf, creditPart } from './take-invoice-back.ts'

/** Credits a part of an order's invoice and notes it in the trail; null without an invoice, and when nothing is left of it. */
export async function creditNoted(tx: Tx, shop: Shop, order: Order, partOf: PartOf): Promise<CreditNote | null> {
  const credited = await creditPart(tx, shop, order, partOf)
  if (!credited) return null
  await noteAudit(tx, { at: shop.clock.now(), reservation: order.reservation, ...credited.note })
  return credited
}

/**
 * Money of an order is returned, whatever has become of the order: its invoice is credited as far as it covers that
 * money. The caller holds the reservation and its payments.
 */
export function creditReturned(tx: Tx, shop: Shop, order: Order, returned: Returned): Promise<CreditNote | null> {
  return creditNoted(tx, shop, order, (rest, name) => creditOfAmount(rest, amountToCredit(rest, returned), name))
}
