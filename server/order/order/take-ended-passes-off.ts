import { sql } from 'kysely'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import { afterwards } from '#server/foundation/base/event-log.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { sqlPassHas, reservationHas } from '#server/foundation/database/status-sql.ts'
import { isNotPutOff } from '#server/foundation/jobs/failures.ts'
import { eachRow } from '#server/foundation/jobs/rows.ts'
import { passHasEnded } from './applied-pass.ts'
import { onLockedOrder } from './offer-of-reservation.ts'
import { completeOrder } from './read-order.ts'
import { takeEndedPassOff } from './take-pass-off.ts'

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
