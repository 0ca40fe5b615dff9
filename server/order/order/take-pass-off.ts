import { sql } from 'kysely'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import { afterwards } from '#server/foundation/base/event-log.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Database, Tx } from '#server/foundation/database/database.ts'
import { reservationHas, sqlPassHas } from '#server/foundation/database/status-sql.ts'
import { isNotPutOff } from '#server/foundation/jobs/failures.ts'
import { eachRow } from '#server/foundation/jobs/rows.ts'
import { type Order, completeOrder, passHasEnded } from './read-order.ts'
import { onLockedOrder } from './offer-of-reservation.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import { isFree } from '#domain/order/pricing/price-order.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import { invoiceTerms } from '#server/foundation/setting/invoice-terms.ts'
import { priceAsTaxed, statusesOf, storePrices } from './prices.ts'

const JOB = 'take-ended-passes-off'

const COUNT_ON_ENDED = `ticket join bought_pass on bought_pass.id = ticket.bought_pass_id and ${sqlPassHas('hasEnded')}
  join reservation on reservation.id = ticket.reservation_id and ${reservationHas('isOpen')}`

/** True while `takeEndedPassesOff` would find an order. */
export const ENDED_PASSES_ARE_DUE = `exists (select from ${COUNT_ON_ENDED})`

/**
 * Takes passes that have ended off the open orders whose tickets they paid for: these show what they cost (domain rules 7.3). Finds
 * what a process left that was killed after a pass had ended. Returns how many orders were repriced.
 */
export async function takeEndedPassesOff(shop: Shop): Promise<number> {
  const due = await ordersToReprice(shop, null)
  return eachRow(shop, due, { job: JOB, nameOf, work: orders => takeOffAll(shop, orders) })
}

/** The same at once for the passes of an order that has ended. Called after its commit: an order is locked before a pass, never after it. */
export async function takeOffPassesOf(shop: Shop, ended: ReservationId): Promise<void> {
  await afterwards(shop, 'taking ended passes off', async () => takeOffAll(shop, await ordersToReprice(shop, ended)))
}

type Due = { readonly id: ReservationId }

const nameOf = ({ id }: Due) => ({ kind: 'reservation' as const, id })

/** `of`: the order by which the pass was bought; null: any. */
async function ordersToReprice(
  { db, clock }: { readonly db: Database; readonly clock: Shop['clock'] },
  of: ReservationId | null,
): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select distinct reservation.id from ${sql.raw(COUNT_ON_ENDED)}
    where (${of}::uuid is null or bought_pass.reservation_id = ${of}::uuid)
      and ${isNotPutOff(JOB, 'reservation', sql`reservation.id`, clock.now())}
    order by reservation.id`.execute(db.kysely)
  return rows
}

async function takeOffAll(shop: Shop, due: readonly Due[]): Promise<number> {
  let repriced = 0
  for (const { id } of due) if (await takeOff(shop, id)) repriced += 1
  // A payment of the former sum is to be ended at its provider.
  if (repriced > 0) await shop.jobs.wake('look-into-payments')
  return repriced
}

/** False where the buyer has taken it off, or has begun to pay, meanwhile: a payment asks for its pass itself. */
async function takeOff(shop: Shop, id: ReservationId): Promise<boolean> {
  const isTakenOff = await onLockedOrder(shop, id, async (tx, { reservation, offer }) => {
    if (!has(reservation, 'isOpen')) return false
    const order = await completeOrder(tx, offer, reservation)
    if (order.appliedPass === null || !(await passHasEnded(tx, order.appliedPass.id))) return false
    await takeEndedPassOff(tx, order, shop.clock.now())
    return true
  })
  return isTakenOff ?? false
}

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
async function takeEndedPassOff(tx: Tx, order: Order, at: Instant): Promise<void> {
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
