import { sql } from 'kysely'
import type { TokenNeed } from '#domain/order/reservation/plan-order.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import type { Locking } from './hold-seats.ts'

/**
 * Holds a token for each ticket of the hidden category and gives it to the ticket. Any free token without a recipient,
 * or the one that was typed in (domain rules 2.5). False when there are too few; `skip` leaves out those that other
 * processes have locked. It waits for one that was typed in.
 */
export async function holdTokens(
  tx: Tx,
  { id, need }: { readonly id: ReservationId; readonly need: TokenNeed },
  locking: Locking,
): Promise<boolean> {
  const tokens = need.kind === 'named' ? await lockToken(tx, need.token) : await lockTokens(tx, need, locking)
  if (tokens.length < (need.kind === 'named' ? 1 : need.quantity)) return false
  await tx.kysely.updateTable('token').set({ status: 'PENDING' }).where('id', 'in', tokens).execute()
  await sql`
    update ticket set token_id = given.id
    from unnest(${tokens}::bigint[]) with ordinality as given (id, place)
    join (
      select id as ticket_id, row_number() over (order by id) as place from ticket
      where reservation_id = ${id} and category_id = ${need.categoryId}
    ) as seat using (place)
    where ticket.id = seat.ticket_id`.execute(tx.kysely)
  return true
}

async function lockToken(tx: Tx, token: bigint): Promise<bigint[]> {
  const rows = await tx.kysely
    .selectFrom('token')
    .select('id')
    .where('id', '=', token)
    .where('status', '=', 'FREE')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

async function lockTokens(
  tx: Tx,
  { categoryId, quantity }: Extract<TokenNeed, { kind: 'any' }>,
  locking: Locking,
): Promise<bigint[]> {
  const free = tx.kysely
    .selectFrom('token')
    .select('id')
    .where('category_id', '=', categoryId)
    .where('status', '=', 'FREE')
    .where('recipient_name', 'is', null)
    .where('recipient_email', 'is', null)
    .orderBy('id')
    .limit(quantity)
    .forUpdate()
  const rows = await (locking === 'skip' ? free.skipLocked() : free).execute()
  return rows.map(({ id }) => id)
}
