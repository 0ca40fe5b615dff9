import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Ticket, isReadableByFormerId } from '#domain/ticket/ticket/ticket.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { isSameText } from '#server/foundation/base/text.ts'

/** What became of the public ids that tickets had (decision 18; decision 55). */

/** PASSED_ON: to another address. CORRECTED: another name at the same address. */
type Became = 'PASSED_ON' | 'CORRECTED'

const STILL_OWNED: readonly string[] = ['PASSED_ON', 'CORRECTED'] satisfies Became[]

type Changing = {
  readonly became: Became
  /** By which the order lists the ticket from now on; null: by its new public id. */
  readonly idInOrder: string | null
  /** The id of the session that changes it, which is stored as a digest only. */
  readonly session: string
  readonly at: Instant
}

/** Gives the ticket a new public id, and remembers the old one. For a locked ticket; returns it as it is from now on. */
export async function changePublicId(
  tx: Tx,
  ticket: Ticket,
  { became, idInOrder, session, at }: Changing,
): Promise<Ticket> {
  const { rows } = await sql<{ publicId: string }>`
    with changed as (
      update ticket set public_uuid = gen_random_uuid(), id_in_order = ${idInOrder}::uuid where id = ${ticket.id}
      returning event_id, public_uuid
    ), former as (
      insert into former_ticket_id (public_uuid, event_id, became, at, next_public_uuid, session_digest)
      select ${ticket.publicId}::uuid, event_id, ${became}, ${timestamp(at)}, public_uuid, ${digestOf(session)}
      from changed
    )
    select public_uuid as "publicId" from changed`.execute(tx.kysely)
  const [changed] = rows
  if (!changed) throw new Error(`ticket ${ticket.id} is gone while it is passed on`)
  return { ...ticket, publicId: changed.publicId, idInOrder }
}

/** Remembers that the holder released the ticket, in case they press twice. */
export async function noteReleasedId(tx: Tx, { id, publicId }: Ticket, at: Instant): Promise<void> {
  await sql`
    insert into former_ticket_id (public_uuid, event_id, became, at)
    select ${publicId}::uuid, event_id, 'RELEASED', ${timestamp(at)} from ticket where id = ${id}`.execute(tx.kysely)
}

/** Remembers that the ticket left its order, unless its holder released it. */
export async function noteCancelledId(tx: Tx, { id, publicId }: Ticket, at: Instant): Promise<void> {
  await sql`
    insert into former_ticket_id (public_uuid, event_id, became, at)
    select ${publicId}::uuid, event_id, 'CANCELLED', ${timestamp(at)} from ticket where id = ${id}
    on conflict do nothing`.execute(tx.kysely)
}

/** Was the ticket that had this id released by its holder or cancelled by the organiser? */
export async function hasEnded(shop: Shop, which: WhichTicket): Promise<boolean> {
  const became = (await findFormerId(shop, which))?.became
  return became !== undefined && !STILL_OWNED.includes(became)
}

/** Was the ticket that had this id released by its holder? */
export async function wasReleased(shop: Shop, which: WhichTicket): Promise<boolean> {
  return (await findFormerId(shop, which))?.became === 'RELEASED'
}

/**
 * Does the ticket that had this id have another one, because it went to another person, or the name on it is another?
 */
export async function wasPassedOn(shop: Shop, which: WhichTicket): Promise<boolean> {
  const became = (await findFormerId(shop, which))?.became
  return became === 'PASSED_ON' || became === 'CORRECTED'
}

type Readable = { readonly nextPublicId: string; readonly isPassedOn: boolean }

/**
 * The id by which the session that changed the ticket, and it alone, may still read it for a moment. Undefined for
 * other sessions, and later.
 */
export async function readableAfter(
  shop: Shop,
  which: WhichTicket,
  session: string | undefined,
): Promise<Readable | undefined> {
  const former = await findFormerId(shop, which)
  if (!former?.nextPublicId || !former.sessionDigest || session === undefined) return undefined
  const isOwn = isSameText(former.sessionDigest.toString('hex'), digestOf(session).toString('hex'))
  if (!isOwn || !isReadableByFormerId(former.at, shop.clock.now())) return undefined
  return { nextPublicId: former.nextPublicId, isPassedOn: former.became === 'PASSED_ON' }
}

async function findFormerId({ catalog, db }: Shop, { shortName, publicId }: WhichTicket) {
  const offer = await catalog.offeredEvent(shortName)
  if (!offer) return undefined
  return db.kysely
    .selectFrom('former_ticket_id')
    .select(['became', 'at', 'next_public_uuid as nextPublicId', 'session_digest as sessionDigest'])
    .where('public_uuid', '=', publicId)
    .where('event_id', '=', offer.context.id)
    .executeTakeFirst()
}

const digestOf = (session: string): Buffer => createHash('sha256').update(session).digest()

/** Which ticket is asked about: the short name of its event, and a public id in lower case. */
export type WhichTicket = { readonly shortName: string; readonly publicId: string }
