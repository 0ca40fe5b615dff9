import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import type { BoughtPass } from '#domain/order/pass/bought-pass.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { HolderChange } from '#domain/ticket/ticket/update.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** Notes changes of tickets and passes in the transaction of the change; a job sends them to the wallets after it has committed. */

/** The old holder's passes are void when the code is another one; otherwise the same person is written anew. */
export async function noteHolderInWallets(
  tx: Tx,
  { uuid }: Pick<Ticket, 'uuid'>,
  { isNew, hasNewCode }: HolderChange,
  now: Instant,
): Promise<void> {
  if (isNew) await changePasses(tx, OF.serialNumber(uuid), { now, isVoided: hasNewCode })
}

/** The ticket is of another category: Apple shows it, and Google, where the category is what a ticket is of, gets a new one. */
export async function noteMovedInWallets(tx: Tx, { uuid }: Pick<Ticket, 'uuid'>, now: Instant): Promise<void> {
  await changePasses(tx, OF.ticketIn('APPLE', uuid), { now, isVoided: false })
  await changePasses(tx, OF.ticketIn('GOOGLE', uuid), { now, isVoided: true })
}

/** The ticket has no holder any more. */
export async function voidPasses(tx: Tx, { uuid }: Pick<Ticket, 'uuid'>, now: Instant): Promise<void> {
  await changePasses(tx, OF.serialNumber(uuid), { now, isVoided: true })
}

/** Nothing of these orders is good any more: no ticket, and no bought pass. */
export async function voidPassesOfOrders(tx: Tx, ids: readonly ReservationId[], now: Instant): Promise<void> {
  if (ids.length > 0) await changePasses(tx, OF.reservations(ids), { now, isVoided: true })
}

/** Time, place, name or picture may be others. */
export async function noteEventInWallets(tx: Tx, eventId: number, now: Instant): Promise<void> {
  await changePasses(tx, OF.eventAtApple(eventId), { now, isVoided: false })
  await changeClasses(tx, eventId, now)
}

/** The name of a category is the type of each of its tickets at Google (lifecycle G). */
export async function noteRenamedCategoriesInWallets(tx: Tx, ids: readonly number[], now: Instant): Promise<void> {
  if (ids.length > 0) await changePasses(tx, OF.categoriesAtGoogle(ids), { now, isVoided: false })
}

/** A bought pass is good for longer, or for more tickets. */
export async function noteBoughtPassInWallets(
  tx: Tx,
  { publicId }: Pick<BoughtPass, 'publicId'>,
  now: Instant,
): Promise<void> {
  await changePasses(tx, OF.serialNumber(publicId), { now, isVoided: false })
}

/** Name, description, picture or entries of a pass may be others: everybody who has bought it is shown the new ones. */
export async function notePassInWallets(tx: Tx, passId: number, now: Instant): Promise<void> {
  await changePasses(tx, OF.context(passId), { now, isVoided: false })
}

/** Which passes. */
const OF = {
  serialNumber: (uuid: string) => sql<boolean>`serial_number = ${uuid}`,
  ticketIn: (kind: string, uuid: string) => sql<boolean>`serial_number = ${uuid} and kind = ${kind}`,
  context: (id: number) => sql<boolean>`purchase_context_id = ${id}`,
  reservations: (ids: readonly ReservationId[]) => sql<boolean>`reservation_id = any(${[...ids]}::uuid[])`,
  categoriesAtGoogle: (ids: readonly number[]) =>
    sql<boolean>`kind = 'GOOGLE' and category_id = any(${[...ids]}::int[])`,
  eventAtApple: (id: number) => sql<boolean>`purchase_context_id = ${id} and kind = 'APPLE'`,
}

/**
 * Marks these passes as changed, voids them where asked, and notes that their wallets have to know. Taken by number, so that a
 * change of a whole event or pass and one of an order wait for each other.
 */
async function changePasses(
  tx: Tx,
  which: RawBuilder<boolean>,
  { now, isVoided }: { now: Instant; isVoided: boolean },
): Promise<void> {
  await sql`
    with taken as (
      select id from wallet_pass where status = 'ACTIVE' and ${which} order by id for no key update
    ), changed as (
      update wallet_pass set changed_at = greatest(${timestamp(now)}, changed_at + interval '1 second'),
        status = case when ${isVoided} then 'VOIDED' else status end
      where id in (select id from taken)
      returning id
    )
    insert into wallet_change (pass_id, due_at) select id, ${timestamp(now)}::timestamptz from changed`.execute(
    tx.kysely,
  )
}

/** Notes that Google has to know about every category of the event it has tickets of. */
async function changeClasses(tx: Tx, eventId: number, now: Instant): Promise<void> {
  await sql`
    insert into wallet_change (category_id, due_at)
    select distinct category_id, ${timestamp(now)}::timestamptz from wallet_pass
    where purchase_context_id = ${eventId} and kind = 'GOOGLE' and status = 'ACTIVE'`.execute(tx.kysely)
}
