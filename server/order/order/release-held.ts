import { sql } from 'kysely'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type Tx, statement } from '#server/foundation/database/database.ts'
import { ERASE_ANSWERS } from '#server/catalog/fields/fields.ts'
import { deletePasses } from './move-pass.ts'
import { detachPayments } from './move-payment.ts'
import { type Deletion, deleteReservations } from './move-reservation.ts'
import { releaseTickets } from './move-tickets.ts'

/**
 * Deletes reservations and releases what they hold (lifecycle A.3.7; domain rules 4.4). The caller has locked them.
 * Their seats are RELEASED with new ids and without any personal data - a pool seat loses its category -, tokens and
 * units of limited extras are free again, answers are erased, places in groups and uses of codes are free again, and an
 * offer of the waiting list has lapsed. The rows are deleted, and the trail says why; of their payments those that were
 * begun at a provider stay. An order that was paid or has a document can't be deleted: the database refuses. Returns
 * the events and passes that have more to sell now.
 */
export async function discardReservations(
  tx: Tx,
  ids: readonly ReservationId[],
  why: Deletion | null,
): Promise<number[]> {
  if (ids.length === 0) return []
  const passes = await deletePasses(tx, ids)
  const events = await releaseHeld(tx, ids)
  await detachPayments(tx, ids)
  await deleteReservations(tx, ids, why)
  return [...events, ...passes]
}

/** The same while the rows stay, because they have been paid or invoiced. */
export async function releaseHeld(tx: Tx, ids: readonly ReservationId[]): Promise<number[]> {
  const tokens = await lockHeld(tx, ids)
  await tx.query(RELEASE_ALL_BUT_SEATS, [ids, tokens])
  return releaseTickets(tx, sql`reservation_id = any(${[...ids]}::uuid[])`)
}

/**
 * Of the orders $1 with the tokens $2. Any visitor may use a token now, since its recipient had their chance (domain rules 2.5). Units of a
 * limited extra stay and are free; items of an unlimited one were made for the order.
 */
const RELEASE_ALL_BUT_SEATS = statement(
  'release-all-but-seats',
  `with place as (
    delete from attendee_group_place using ticket
    where ticket.id = ticket_id and ticket.reservation_id = any($1::uuid[])
  ), ${ERASE_ANSWERS}, freed_token as (
    update token set status = 'FREE', recipient_name = null, recipient_email = null
    where id = any($2::bigint[]) and status = 'PENDING'
  ), made_item as (
    delete from additional_service_item as item using additional_service as service
    where service.id = service_id and service.available_quantity is null and item.reservation_id = any($1::uuid[])
  ), unit as (
    update additional_service_item as item set status = 'FREE', reservation_id = null, ticket_id = null,
      source_price = 0, discount = 0, final_price = 0, vat = 0
    from additional_service as service
    where service.id = service_id and service.available_quantity is not null and item.reservation_id = any($1::uuid[])
  )
  update waiting_list_entry set status = 'EXPIRED', reservation_id = null where reservation_id = any($1::uuid[])`,
)

/**
 * The sequence in which a process locks several seats: by the source they are taken from (0: the pool), and by number,
 * like `holdSeats`. A buyer who waits for the last seats holds locks on those that others have just taken; a process
 * that then changes these in another sequence and the buyer would wait for each other.
 */
export const ORDER_OF_SEATS = 'case when category.bounded then category.id else 0 end, ticket.id'

/**
 * Locks what the reservations hold, in the order of `holdOrder`: seats, tokens, units of extras. The caller has locked the
 * reservations. Returns their tokens.
 */
export async function lockHeld(tx: Tx, ids: readonly ReservationId[]): Promise<bigint[]> {
  const { rows } = await sql<{ tokens: bigint[] }>`
    with seat as materialized (
      select ticket.id, token_id from ticket join ticket_category as category on category.id = category_id
      where reservation_id = any(${[...ids]}::uuid[]) order by ${sql.raw(ORDER_OF_SEATS)} for update of ticket
    ), held_token as materialized (
      select id from token where id = any(array(select token_id from seat)) order by id for update
    ), unit as materialized (
      select id from additional_service_item
      where reservation_id = any(${[...ids]}::uuid[]) and (select count(*) from held_token) >= 0
      order by service_id, id for update
    )
    select array(select id from held_token) as tokens, (select count(*) from unit) as units`.execute(tx.kysely)
  return rows[0]?.tokens ?? []
}

/**
 * Did a payment, a refund, an invoice, a receipt or a credit note of the order ever exist (lifecycle A.2)? A payment that
 * was refused counts, too: it was begun. The caller has locked the order.
 */
export async function hadMoneyOrDocuments(tx: Tx, id: ReservationId): Promise<boolean> {
  const [row] = await tx.query(HAD_MONEY, [id])
  return row?.had ?? false
}

/** Refunds belong to payments, and a number to a document. */
const HAD_MONEY = statement<{ had: boolean }>(
  'order-had-money',
  `select exists (select from payment_transaction where order_id = $1)
     or exists (select from billing_document where reservation_id = $1) as had`,
)
