import { sql } from 'kysely'
import type { Withdrawal } from '#domain/catalog/catalog/pass.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type BoughtPass, PASS_MOVES, type PassMove } from '#domain/order/pass/bought-pass.ts'
import { validFrom } from '#domain/order/pass/validity.ts'
import type { CompleteReservation, ReservationId } from '#domain/order/reservation/reservation.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { OfferedPass } from '#server/catalog/catalog/catalog.ts'
import { type Tx, statement } from '#server/foundation/database/database.ts'
import { quoted } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { passesOf } from './passes-of.ts'

/**
 * The only file that writes the status of a bought pass or deletes one: only along the table of
 * domain/order/pass/bought-pass.ts. tests/architecture/lives.test.ts holds all others to it.
 */

type Sold = { readonly offer: OfferedPass; readonly reservation: CompleteReservation }

/**
 * Makes the passes of a completed order valid: sets their end, their owner (the buyer where no other person was named,
 * domain rules 7.1), and the terms for withdrawing from the contract. Returns them.
 */
export async function acquirePasses(tx: Tx, { offer, reservation }: Sold): Promise<BoughtPass[]> {
  const { confirmedAt, contact } = reservation
  const { timeZone, withdrawal } = offer.context
  const valid = validFrom(offer.context.validity, { confirmedAt, timeZone })
  const [status] = PASS_MOVES.acquire.to
  const acquired = (await passesOf(tx, reservation.id)).map(pass => ({
    ...pass,
    status,
    owner: pass.owner ?? contact,
    valid,
  }))
  for (const pass of acquired) {
    await acquire(tx, pass, { acquiredAt: confirmedAt, withdrawal })
    await noteAudit(tx, { at: confirmedAt, type: 'SUBSCRIPTION_ACQUIRED', reservation, pass })
  }
  return acquired
}

type Terms = { readonly acquiredAt: Instant; readonly withdrawal: Withdrawal }

async function acquire(
  tx: Tx,
  { id, status, valid, owner }: BoughtPass,
  { acquiredAt, withdrawal }: Terms,
): Promise<void> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('bought_pass')
    .set({
      status,
      acquired_at: timestamp(acquiredAt),
      valid_from: valid.from && timestamp(valid.from),
      valid_to: valid.to && timestamp(valid.to),
      first_name: owner?.firstName ?? null,
      last_name: owner?.lastName ?? null,
      email: owner?.email ?? null,
      ...(withdrawal.kind === 'possible' && {
        withdrawal_days: withdrawal.days,
        withdrawal_after_use: withdrawal.afterUse,
      }),
    })
    .where('id', '=', id)
    .where(isBefore('acquire'))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Error(`pass ${id} is not held any more`)
}

/** The passes of an order that ends open nothing any more; tickets they have paid for stay. Returns which passes they are. */
export async function cancelPasses(tx: Tx, order: ReservationId, now: Instant): Promise<number[]> {
  const [status] = PASS_MOVES.cancel.to
  const rows = await tx.kysely
    .updateTable('bought_pass')
    .set({ status, cancelled_at: timestamp(now) })
    .where('reservation_id', '=', order)
    .where(isBefore('cancel'))
    .returning('pass_id')
    .execute()
  return rows.map(({ pass_id }) => pass_id)
}

/** Deletes the passes of orders that are deleted: a pass that was not acquired has no owner. Returns which passes they are. */
export async function deletePasses(tx: Tx, orders: readonly ReservationId[]): Promise<number[]> {
  return (await tx.query(DELETE, [orders])).map(({ pass_id }) => pass_id)
}

const statusBefore = (move: PassMove): string => `bought_pass.status in (${quoted(PASS_MOVES[move].from)})`

const isBefore = (move: PassMove) => sql.raw<boolean>(statusBefore(move))

const DELETE = statement<{ pass_id: number }>(
  'delete-passes-of-orders',
  `with held as materialized (
     select id from bought_pass where reservation_id = any($1::uuid[]) and ${statusBefore('discard')}
     order by id for update
   )
   delete from bought_pass using held where bought_pass.id = held.id returning pass_id`,
)
