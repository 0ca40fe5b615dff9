import type { Updateable } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Reservation, ReservationId } from '#domain/order/reservation/reservation.ts'
import {
  type ReservationEnd,
  type ReservationStatus,
  canMove,
  statusesBefore,
} from '#domain/order/reservation/states.ts'
import { type OrderNote, auditRow, noteEach } from '#server/foundation/audit/audit.ts'
import { type Tx, statement } from '#server/foundation/database/database.ts'
import type { ReservationTable } from '#server/foundation/database/schema.ts'
import { quoted } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/**
 * The only file that writes the status of a reservation or deletes one: only along the table of states.ts, and with
 * the line of the trail that belongs to the move. tests/architecture/lives.test.ts holds all others to it.
 */

export type Move = {
  readonly at: Instant
  /** What the trail says of it. */
  readonly notes: readonly OrderNote[]
  /** What else changes in the same row. */
  readonly set?: Omit<Updateable<ReservationTable>, 'id' | 'status'>
}

/**
 * Moves one reservation, in one statement. The caller has locked it. Throws for a move that the table lacks, and for a
 * reservation that is not where it was read.
 */
export async function moveReservation(
  tx: Tx,
  reservation: Pick<Reservation, 'id' | 'contextId' | 'status'>,
  to: ReservationStatus,
  { at, notes, set }: Move,
): Promise<void> {
  const { id, status: from } = reservation
  if (!canMove(from, to)) throw new Error(`reservation ${id} can't move from ${from} to ${to}`)
  const moving = tx.kysely.with('moved', db =>
    db
      .updateTable('reservation')
      .set({ ...set, status: to })
      .where('id', '=', id)
      .where('status', '=', from)
      .returning('id'),
  )
  const lines = notes.map(note => auditRow({ ...note, at, reservation }))
  const noting = lines.length > 0 ? moving.with('noted', db => db.insertInto('audit').values(lines)) : moving
  const moved = await noting.selectFrom('moved').select('id').executeTakeFirst()
  if (!moved) throw new Error(`reservation ${id} is not ${from} any more`)
}

/** In a statement that moves many reservations and changes other tables with them. The members are SQL. */
export type MoveOfMany = {
  /** A table of those that are moved, and its column with their ids. */
  readonly rows: string
  readonly id: string
  readonly set: string
  /** What else has to hold of the row. */
  readonly where?: string
  /** When, and the type of the line for the trail; null where the next move of the transaction writes it. */
  readonly note: { readonly at: string; readonly type: string } | null
}

/**
 * The parts `moved` and, with a note, `noted` of such a statement. It contains the legal statuses to come from; the
 * caller compares how many rows `moved` has by `assertMoved`.
 */
export function movedTo(to: ReservationStatus, { rows, id, set, where = 'true', note }: MoveOfMany): string {
  const moved = `moved as (
     update reservation set status = '${to}', ${set} from ${rows}
     where reservation.id = ${id} and ${where} and ${isBefore(to)} returning reservation.id, purchase_context_id
   )`
  return note ? `${moved}, noted as (${noteEach('moved', note)})` : moved
}

/** Throws unless all of them were moved: some are gone, or in a status from which the table has no such move. */
export function assertMoved(
  ids: readonly ReservationId[],
  moved: number,
  to: ReservationStatus | ReservationEnd,
): void {
  if (moved !== ids.length) throw new Error(`only ${moved} of the reservations ${ids.join(', ')} can move to ${to}`)
}

/** Why reservations are deleted. */
export type Deletion = { readonly at: Instant } & OrderNote

/**
 * Moves reservations to their end: the rows are deleted, in one statement. The caller has deleted what points to them.
 * Null where another line of the trail says why.
 */
export async function deleteReservations(tx: Tx, ids: readonly ReservationId[], why: Deletion | null): Promise<void> {
  const modifications = why?.modifications ? JSON.stringify(why.modifications) : null
  const [counted] = await tx.query(DELETE, [ids, why && timestamp(why.at), why?.type ?? null, modifications])
  assertMoved(ids, counted?.deleted ?? 0, 'DELETED')
}

const DELETE = statement<{ deleted: number }>(
  'delete-reservations',
  `with gone as (
     delete from reservation where id = any($1::uuid[]) and ${isBefore('DELETED')} returning id, purchase_context_id
   ), noted as (
     ${noteEach('gone', { at: '$2::timestamptz', type: '$3::text', modifications: '$4::jsonb' })}
   )
   select count(*)::int as deleted from gone`,
)

function isBefore(to: ReservationStatus | ReservationEnd): string {
  return `reservation.status in (${quoted(statusesBefore(to))})`
}
