import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import { isFree } from '#domain/order/pricing/price-order.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { invoiceTerms } from '#server/foundation/setting/invoice-terms.ts'
import { priceAsTaxed, statusesOf } from './price-with.ts'
import type { Order } from './read-order.ts'
import { storePrices } from './store-prices.ts'

/**
 * No pass pays for tickets of an order any more: they cost again what they did. An order that was free was not asked for billing
 * data: where everybody gets an invoice, its details have to be accepted again (lifecycle A.3.2). The caller has locked the order.
 */
export async function takePassOff(tx: Tx, order: Order, at: Instant): Promise<void> {
  const { reservation, offer } = order
  const tickets = order.tickets.map(ticket => ({ ...ticket, coveredBy: null }))
  const priced = priceAsTaxed({ ...order, tickets })
  await storePrices(tx, order, priced, statusesOf(order))
  await storeApplied(tx, reservation.id, null, [])
  const wasFree = isFree(reservation.price) && !isFree(priced.price)
  if (wasFree && invoiceTerms(offer.settings).isForEverybody) await storeNotAccepted(tx, reservation.id)
  await noteAudit(tx, { at, type: 'SUBSCRIPTION_REMOVED', reservation })
}

/**
 * The same because the pass has ended. Its buyer may see a page with the former price: nothing is charged before the
 * buyer was shown the new one (decision 69).
 */
export async function takeEndedPassOff(tx: Tx, order: Order, at: Instant): Promise<void> {
  await takePassOff(tx, order, at)
  await storePassEnd(tx, order.reservation.id, { isUnseen: true })
}

/** Has the buyer still to be shown that a pass has ended and the order costs more? */
export async function storePassEnd(
  tx: Tx,
  id: ReservationId,
  { isUnseen }: { readonly isUnseen: boolean },
): Promise<void> {
  await tx.kysely.updateTable('reservation').set({ pass_end_unseen: isUnseen }).where('id', '=', id).execute()
}

async function storeNotAccepted(tx: Tx, id: ReservationId): Promise<void> {
  await tx.kysely.updateTable('reservation').set({ validated: false }).where('id', '=', id).execute()
}

/** From now on the pass pays for these tickets of the order; null: no pass pays for any. */
export async function storeApplied(
  tx: Tx,
  orderId: ReservationId,
  pass: BoughtPassId | null,
  tickets: readonly bigint[],
): Promise<void> {
  await sql`
    update ticket set bought_pass_id = case when id = any(${[...tickets]}::bigint[]) then ${pass}::uuid end
    where reservation_id = ${orderId}`.execute(tx.kysely)
}
