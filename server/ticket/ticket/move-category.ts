import { sql } from 'kysely'
import type { Category } from '#domain/catalog/catalog/category.ts'
import { type Minor, ZERO } from '#domain/foundation/money/money.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { type OfferedEvent, isOfEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { whereTicket } from '#server/foundation/database/status-sql.ts'
import { movableTicket, movedTicket } from '#server/order/order/move-tickets.ts'
import { categoryNameOf } from '#server/order/order/order-rows.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { findReservationOfBooks, ticketById } from '#server/order/order/reservations.ts'
import { noteMovedInWallets } from '#server/order/wallet-notes/note-changes.ts'
import { mailCategoryChanged } from './mails.ts'
import { erasePerson, noteOfferChanged, releaseSeat, releaseToken, shrinkHidden } from './store.ts'

/**
 * Moves a sold ticket to another category of its event (decision 110). The ticket stays what it is: its row, its code, its
 * holder, its answers and its extras. It takes the place of a free seat of the other category, which takes the ticket's: each
 * category has as many seats as before, and no seat is sold twice.
 */

type Moving = { readonly ticket: Ticket; readonly from: Category; readonly to: Category }

/** Why no seat could be had: none is free, or the hidden category has no token left. */
export type NoSeat = 'sold-out' | 'no-token'

/**
 * Takes a free seat of the other category, and a token where it is hidden, and moves the ticket. The caller has locked the
 * order and what it holds, and has called `limitWaiting`. `isOfferChanged`: a hidden category has become smaller.
 */
export async function moveToFreeSeat(
  tx: Tx,
  { ticket, from, to }: Moving,
  contextId: number,
): Promise<NoSeat | { readonly isOfferChanged: boolean }> {
  const seat = isSamePool(from, to) ? null : await lockFreeSeat(tx, to, contextId)
  if (seat === undefined) return 'sold-out'
  const token = to.isRestricted ? await takeToken(tx, to) : null
  if (token === undefined) return 'no-token'
  const former = await tokenOf(tx, ticket)
  await placeTicket(tx, ticket, { to, token })
  const isSmaller = seat !== null && from.isRestricted && (await shrinkHidden(tx, from.id))
  if (seat !== null) {
    const owner = from.seatSource.kind === 'bounded' && !isSmaller ? from.id : null
    await sql`
      update ticket set ${sql.raw(movedTicket('takeOffSale'))}, category_id = ${owner}
      where id = ${seat} and ${sql.raw(movableTicket('takeOffSale'))}`.execute(tx.kysely)
  }
  if (former !== null) await releaseToken(tx, former, isSmaller)
  if (isSmaller) await noteOfferChanged(tx, contextId)
  return { isOfferChanged: isSmaller }
}

/** Both draw from the pool: the seat stays. */
const isSamePool = (from: Category, to: Category): boolean =>
  from.seatSource.kind === 'pool' && to.seatSource.kind === 'pool'

/** Waits for a seat that another buyer is taking at this moment: it may be the last. */
async function lockFreeSeat(tx: Tx, to: Category, contextId: number): Promise<bigint | undefined> {
  const source = to.seatSource.kind === 'bounded' ? to.id : 0
  const { rows } = await sql<{ id: bigint }>`
    select id from ticket
    where event_id = ${contextId} and coalesce(category_id, 0) = ${source} and ${sql.raw(movableTicket('hold'))}
    order by id limit 1 for update`.execute(tx.kysely)
  return rows[0]?.id
}

/** Any that is free and was sent to no recipient; it is used up at once. */
async function takeToken(tx: Tx, to: Category): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    update token set status = 'TAKEN' where id = (
      select id from token
      where category_id = ${to.id} and status = 'FREE' and recipient_name is null and recipient_email is null
      order by id limit 1 for update)
    returning id`.execute(tx.kysely)
  return rows[0]?.id
}

async function tokenOf(tx: Tx, { id }: Pick<Ticket, 'id'>): Promise<bigint | null> {
  const row = await tx.kysely.selectFrom('ticket').select('token_id').where('id', '=', id).executeTakeFirstOrThrow()
  return row.token_id
}

type Place = { readonly to: Pick<Category, 'id'>; readonly token: bigint | null }

async function placeTicket(tx: Tx, { id }: Pick<Ticket, 'id'>, { to, token }: Place): Promise<void> {
  await tx.kysely.updateTable('ticket').set({ category_id: to.id, token_id: token }).where('id', '=', id).execute()
}

type Change = NonNullable<Reservation['changes']>

/** Is the ticket whose move an order pays for still there, with its holder not let in? Until the transaction ends it stays so. */
export async function isStillToBeMoved(tx: Tx, { orderId, ticketId }: Change): Promise<boolean> {
  const row = await tx.kysely
    .selectFrom('ticket')
    .select('id')
    .where('id', '=', ticketId)
    .where('reservation_id', '=', orderId)
    .where(whereTicket('canCheckIn'))
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The difference has been paid: the ticket takes the seat that the paying order has held, whose own ticket is released. The
 * order that had it is not locked: it costs what it did, and keeps the ticket. False, and nothing is done, where the ticket has
 * been let in or has left since the payment was taken: then the paying order keeps its ticket, which is good.
 */
export async function moveToPaidSeat(tx: Tx, shop: Shop, paying: Order): Promise<boolean> {
  const { reservation, offer, tickets } = paying
  const [seat] = tickets
  const { changes } = reservation
  if (!changes || !seat || !isOfEvent(offer) || !(await isStillToBeMoved(tx, changes))) return false
  const ticket = await ticketById(tx, changes.ticketId)
  const owner = await findReservationOfBooks(tx, changes.orderId)
  if (!ticket || !owner) return false
  const own = { token: await tokenOf(tx, ticket), to: { id: ticket.categoryId } }
  const next = { token: await tokenOf(tx, seat), to: { id: seat.categoryId } }
  // One after the other: a token is of one ticket at most.
  await placeTicket(tx, seat, { ...own, token: null })
  await placeTicket(tx, ticket, next)
  if (own.token !== null) await placeTicket(tx, seat, own)
  await moveAnswers(tx, { from: seat.id, to: ticket.id })
  await erasePerson(tx, seat)
  if (await releaseSeat(tx, { ...seat, categoryId: ticket.categoryId })) await noteOfferChanged(tx, offer.context.id)
  await noteMoved(tx, shop, { ticket, to: seat.categoryId, reservation: owner, offer })
  return true
}

/** What was asked because of the new category, where the ticket has no answer yet. */
async function moveAnswers(tx: Tx, { from, to }: { readonly from: bigint; readonly to: bigint }): Promise<void> {
  await sql`
    update field_value as answer set ticket_id = ${to} where ticket_id = ${from}
      and not exists (select from field_value as own where own.ticket_id = ${to} and own.field_id = answer.field_id)`.execute(
    tx.kysely,
  )
}

type Moved = {
  /** As it was. */
  readonly ticket: Ticket
  readonly to: Category['id']
  readonly reservation: Reservation
  readonly offer: OfferedEvent
  /** Who it was; left out where a payment does it. */
  readonly by?: string
  /** By which the order costs less from now on. */
  readonly lowered?: Minor
}

/** The trail, the wallets, and mails to the buyer and the holder say that the ticket is of another category. */
export async function noteMoved(tx: Tx, shop: Shop, moved: Moved): Promise<void> {
  const { ticket, to, reservation, offer, by, lowered = ZERO } = moved
  const now = shop.clock.now()
  const next = { ...ticket, categoryId: to }
  const names = { from: categoryNameOf(offer, ticket), to: categoryNameOf(offer, next) }
  const entry = { at: now, reservation, ticket, ...(by !== undefined && { by }) }
  const modifications = { ...names, ...(lowered > ZERO && { amount: String(lowered) }) }
  await noteAudit(tx, { ...entry, type: 'CATEGORY_CHANGED', modifications })
  await noteMovedInWallets(tx, ticket, now)
  await mailCategoryChanged(tx, shop, { offer, reservation, ticket: next, ...names })
}
