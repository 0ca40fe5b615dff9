import { type RawBuilder, sql } from 'kysely'
import { TICKET_MOVES, type TicketMove, type TicketStatusAfter } from '#domain/ticket/ticket/states.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { quoted, whereTicket } from '#server/foundation/database/status-sql.ts'

/**
 * The only file that says how the status of a seat is written: along the table of domain/ticket/ticket/states.ts. Seats
 * move many at a time, in statements that change other tables with them: such a statement writes `movedTicket` and
 * selects by `movableTicket`. tests/architecture/lives.test.ts holds all others to it.
 */

/** A category that has become unbounded since a seat was taken from it owns no seats: this one is the pool's. */
const OF_OWNER =
  'category_id = (select id from ticket_category where ticket_category.id = ticket.category_id and bounded)'

/** What a move writes beside the status, in the same rows. */
const ALSO_SET: Partial<Record<TicketMove, string>> = {
  // New ids, so that old addresses and codes are void, and nothing of the person, the price, the pass and the order
  // (domain rules 4.2).
  release: `reservation_id = null, uuid = gen_random_uuid(), public_uuid = gen_random_uuid(), id_in_order = null,
    source_price = 0, final_price = 0, vat = 0, discount = 0, vat_status = null, token_id = null, bought_pass_id = null,
    first_name = null, last_name = null, email = null, language = null, locked = false, reserved_at = null,
    answers_reminded_at = null, external_reference = null, metadata = null`,
  putOnSale: OF_OWNER,
  putBack: OF_OWNER,
  unblock: `block_id = null, ${OF_OWNER}`,
  takeFromBlock: `block_id = null, ${OF_OWNER}`,
}

/** The columns that a move writes: SQL for `update ticket set`. The statement selects its seats by `movableTicket`. */
export function movedTicket<Move extends TicketMove>(
  move: Move,
  /** Where the move can lead to several statuses: the one, or the column of the statement that has it. */
  to?: TicketStatusAfter<Move> | { readonly column: string },
): string {
  const { to: ends } = TICKET_MOVES[move]
  const [only, ...others] = ends
  if (to === undefined && others.length > 0) throw new Error(`the move ${move} can lead to ${ends.join(' and ')}`)
  const status = typeof to === 'object' ? to.column : quoted([to ?? only])
  const also = ALSO_SET[move]
  return also === undefined ? `status = ${status}` : `status = ${status}, ${also}`
}

/** SQL that is true for the seats that a move may move: where a statement locks them, or where it moves them. */
export function movableTicket(move: TicketMove): string {
  return `ticket.status in (${quoted(TICKET_MOVES[move].from)})`
}

const whereMovable = (move: TicketMove) => sql.raw<boolean>(movableTicket(move))

/**
 * Releases tickets: their seats are free for the waiting list, with new ids and without personal data; a seat of the
 * pool loses its category, and so does the seat of a bounded category that has become smaller by it. Remembers good tickets
 * that a pass paid for, so that its owner gets no other one of the event without ordering it: a ticket that was never
 * valid does not count as given up; and the private ids of good tickets, whose codes may come to the door. `which`: SQL that selects the tickets. The caller has locked their order. Returns
 * their events.
 */
export async function releaseTickets(
  tx: Tx,
  which: RawBuilder<boolean>,
  { isCategorySmaller = false }: { readonly isCategorySmaller?: boolean } = {},
): Promise<number[]> {
  const released = await sql<{ event_id: number }>`
    with pass_ticket_returned as (
      insert into pass_ticket_return (bought_pass_id, event_id)
      select distinct bought_pass_id, event_id from ticket
      where ${which} and bought_pass_id is not null and ${whereTicket('isSold')}
      on conflict do nothing
    ), cancelled as (
      insert into cancelled_ticket (uuid, event_id)
      select uuid, event_id from ticket where ${which} and ${whereTicket('isSold')}
    )
    update ticket set ${sql.raw(movedTicket('release'))},
      category_id = case when category.bounded and not ${isCategorySmaller} then ticket.category_id end
    from ticket_category as category
    where category.id = ticket.category_id and ${which} and ${whereMovable('release')}
    returning ticket.event_id`.execute(tx.kysely)
  return [...new Set(released.rows.map(({ event_id }) => event_id))]
}

/** Puts seats on sale that the caller has locked. */
export async function putOnSale(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await moveSeats(tx, 'putOnSale', ids)
}

/** Takes those of these seats off sale that are still free. */
export async function takeOffSale(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await moveSeats(tx, 'takeOffSale', ids)
}

async function moveSeats(tx: Tx, move: TicketMove, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update ticket set ${sql.raw(movedTicket(move))}
    where id = any(${[...ids]}::bigint[]) and ${whereMovable(move)}`.execute(tx.kysely)
}
