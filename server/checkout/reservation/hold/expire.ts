import { sql } from 'kysely'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { reservationHas, whereReservation } from '#server/foundation/database/status-sql.ts'
import { sqlInstant } from '#server/foundation/database/types.ts'
import { type Instant, after } from '#domain/foundation/instant.ts'
import { GRACE_MS } from '#domain/order/reservation/hold.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { LEAST_UUID } from '#domain/foundation/uuid.ts'
import { isNotPutOff } from '#server/foundation/jobs/failures.ts'
import { together, untilNothingIsDue } from '#server/foundation/jobs/rows.ts'
import { discardReservations } from '#server/order/order/release-held.ts'
import { findRefused, mailExpired } from '#server/payment/pay/online/mail-expired.ts'

/** At most so many reservations in one transaction. */
const BATCH = 250

const JOB = 'expire-reservations'

/**
 * Releases all abandoned reservations: open, and past their validity by the grace time. Those that another process has
 * locked, and those it failed at, are left for a later run (lifecycle A.3.7). Returns how many it released.
 */
export async function expireReservations(shop: Shop): Promise<number> {
  let last: Due | undefined
  const expired = await untilNothingIsDue(shop, JOB, async () => {
    const due = await findDue(shop, last)
    last = due.at(-1)
    const done = await together(shop, due, { job: JOB, nameOf, work: rows => expire(shop, rows) })
    return { found: due.length, done }
  })
  // Visitors may be waiting for these seats.
  if (expired > 0) await shop.jobs.wake('distribute-seats')
  return expired
}

/** The validity as PostgreSQL writes it, to the microsecond: the next batch begins behind it. */
type Due = { readonly id: ReservationId; readonly validity: string }

const nameOf = ({ id }: Due) => ({ kind: 'reservation' as const, id })

/** The next ones, the longest abandoned first; each comes once in a run. */
async function findDue({ db, clock }: Shop, last: Due | undefined): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, validity::text as validity from reservation
    where ${whereReservation('isOpen')} and validity < ${isOver(clock.now())}
      and (reservation.validity, id) > (${last?.validity ?? '-infinity'}::timestamptz, ${last?.id ?? LEAST_UUID}::uuid)
      and ${IS_NOT_BEING_PAID}
      and ${isNotPutOff(JOB, 'reservation', sql`reservation.id`, clock.now())}
    order by reservation.validity, id limit ${BATCH}`.execute(db.kysely)
  return rows
}

/**
 * A cart whose payment can still be made at its provider is kept: the job `look-into-payments` has the provider end it first
 * (decision 38).
 */
const NO_LIVE_PAYMENT = 'not exists (select from payment_transaction where reservation_id = reservation.id and is_live)'
const IS_NOT_BEING_PAID = sql.raw<boolean>(NO_LIVE_PAYMENT)

/** True while a cart is abandoned; `$1` is the time. */
export const CARTS_ARE_DUE = `exists (
  select from reservation
  where ${reservationHas('isOpen')} and ${NO_LIVE_PAYMENT} and validity < $1::timestamptz - ${GRACE_MS} * interval '1 millisecond')`

const isOver = (now: Instant) => sqlInstant(after(now, -GRACE_MS))

async function expire(shop: Shop, due: readonly Due[]): Promise<number> {
  const at = shop.clock.now()
  const refused = await findRefused(
    shop,
    due.map(({ id }) => id),
  )
  const { ids, events } = await transaction(shop.db, async tx => {
    const expired = await takeExpired(tx, due, at)
    for (const id of expired) await mailExpired(tx, shop, id, refused.get(id))
    const events = await discardReservations(tx, expired, { at, type: 'CANCEL_RESERVATION_EXPIRED' })
    return { ids: expired, events }
  })
  for (const event of events) shop.catalog.stockChanged(event)
  if (ids.length > 0) shop.log.expired(ids)
  if (ids.some(id => refused.has(id))) await shop.jobs.wake('deliver-mail')
  return ids.length
}

/** Those of them that still have to go and that no other process has locked. */
async function takeExpired(tx: Tx, due: readonly Due[], now: Instant): Promise<ReservationId[]> {
  const rows = await tx.kysely
    .selectFrom('reservation')
    .select('id')
    .where(sql<boolean>`id = any(${due.map(({ id }) => id)}::uuid[])`)
    .where(whereReservation('isOpen'))
    .where('validity', '<', isOver(now))
    .where(IS_NOT_BEING_PAID)
    .orderBy('validity')
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id as ReservationId)
}
