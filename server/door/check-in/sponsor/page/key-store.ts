import type { SponsorKey } from '#domain/access/principal/principal.ts'
import { type Instant, minutes } from '#domain/foundation/instant.ts'
import { hashOfApiKey } from '#server/access/api-key/api-key.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { leadsOfSponsor } from './lead-store.ts'

/** A sponsor of an event, as its key opens its page. */
export type OpenedSponsor = { readonly principal: SponsorKey; readonly name: string; readonly key: string }

/** The sponsor whose key it is now; undefined for a key that is not good. */
export async function sponsorWithKey(db: Queryable, key: string, now: Instant): Promise<OpenedSponsor | undefined> {
  const row = await db.kysely
    .selectFrom('sponsor')
    .innerJoin('purchase_context', 'purchase_context.id', 'sponsor.event_id')
    .select(['sponsor.id', 'sponsor.event_id', 'purchase_context.organization_id', 'sponsor.name', 'sponsor.used_at'])
    .where('key_hash', '=', hashOfApiKey(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.used_at === null || now - row.used_at >= USE_MS) await noteUse(db, row.id, now)
  const { id: sponsorId, event_id: eventId, organization_id: organizationId } = row
  return { principal: { kind: 'sponsor', sponsorId, eventId, organizationId }, name: row.name, key }
}

/** A use is noted to the minute. */
const USE_MS = minutes(1)

async function noteUse(db: Queryable, id: number, now: Instant): Promise<void> {
  await db.kysely
    .updateTable('sponsor')
    .set({ used_at: timestamp(now) })
    .where('id', '=', id)
    .execute()
}

/** Keeps the key of a sponsor good until the transaction ends; false where it was ended or renewed meanwhile. */
export async function holdSponsor(tx: Tx, { principal, key }: OpenedSponsor): Promise<boolean> {
  const row = await tx.kysely
    .selectFrom('sponsor')
    .select('id')
    .where('id', '=', principal.sponsorId)
    .where('key_hash', '=', hashOfApiKey(key))
    .where('revoked_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** A sponsor as the desk lists it. */
export type ListedSponsor = {
  readonly id: number
  readonly name: string
  readonly createdAt: Instant
  readonly revokedAt: Instant | null
  readonly usedAt: Instant | null
  readonly scanned: number
}

const SPONSORS = statement<ListedSponsor>(
  'sponsors-of-event',
  `select sponsor.id, name, created_at as "createdAt", revoked_at as "revokedAt", used_at as "usedAt",
     (select count(*)::int ${leadsOfSponsor('sponsor.id')}) as scanned
   from sponsor where event_id = $1 order by lower(name), sponsor.id`,
)

/** The sponsors of an event, by name. */
export const sponsorsOf = (db: Queryable, eventId: number): Promise<ListedSponsor[]> => db.query(SPONSORS, [eventId])

/** Sponsors of an event are added one after the other until the transaction ends. */
export async function lockSponsorsOf(tx: Tx, eventId: number): Promise<void> {
  await tx.kysely.selectFrom('event').select('id').where('id', '=', eventId).forNoKeyUpdate().execute()
}

type NewSponsor = { readonly eventId: number; readonly name: string; readonly key: string; readonly now: Instant }

/** Stores a sponsor with the digest of its key; answers its number. */
export async function insertSponsor(tx: Tx, { eventId, name, key, now }: NewSponsor): Promise<number> {
  const { id } = await tx.kysely
    .insertInto('sponsor')
    .values({ event_id: eventId, name, key_hash: hashOfApiKey(key), created_at: timestamp(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type WhichSponsor = { readonly eventId: number; readonly sponsorId: number }

/** Locks a sponsor of an event until the transaction ends; undefined where the event has no such sponsor. */
export async function lockSponsor(
  tx: Tx,
  { eventId, sponsorId }: WhichSponsor,
): Promise<{ readonly name: string; readonly revokedAt: Instant | null } | undefined> {
  return tx.kysely
    .selectFrom('sponsor')
    .select(['name', 'revoked_at as revokedAt'])
    .where('id', '=', sponsorId)
    .where('event_id', '=', eventId)
    .forUpdate()
    .executeTakeFirst()
}

/** The key opens the page of the sponsor from now on, and no other one does. */
export async function storeKey(tx: Tx, sponsorId: number, key: string): Promise<void> {
  await tx.kysely
    .updateTable('sponsor')
    .set({ key_hash: hashOfApiKey(key), revoked_at: null })
    .where('id', '=', sponsorId)
    .execute()
}

/** No key opens the page of the sponsor from now on. */
export async function endKey(tx: Tx, sponsorId: number, now: Instant): Promise<void> {
  await tx.kysely
    .updateTable('sponsor')
    .set({ revoked_at: timestamp(now) })
    .where('id', '=', sponsorId)
    .execute()
}
