import type { DoorKey } from '#domain/access/principal/principal.ts'
import type { DoorLabels } from '#domain/door/door-scan/label.ts'
import { type KeyTimes, isGoodKeyAt } from '#domain/door/door-scan/merge-scan.ts'
import { type Instant, minutes } from '#domain/foundation/instant.ts'
import { hashOfApiKey } from '#server/access/api-key/api-key.ts'
import type { Queryable, Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** A door of an event, as its key opens it. */
export type OpenedDoor = KeyTimes & {
  readonly principal: DoorKey
  readonly name: string
  /** Whose holders are let in here; null: of all categories. */
  readonly categoryIds: readonly number[] | null
  /** Of which categories it sells, where it does; null: of all that are on sale. */
  readonly sellCategoryIds: readonly number[] | null
  /** Which extras it sells with them; null: all that are on sale. */
  readonly sellExtraIds: readonly number[] | null
  readonly labels: DoorLabels | null
}

/** The door of a key, also one that has ended: undefined for a key that was never made. */
export async function doorWithKey(db: Queryable, key: string, now: Instant): Promise<OpenedDoor | undefined> {
  const row = await db.kysely
    .selectFrom('door_key')
    .innerJoin('purchase_context', 'purchase_context.id', 'door_key.event_id')
    .select([
      'door_key.id',
      'door_key.event_id',
      'purchase_context.organization_id',
      'door_key.name',
      'door_key.category_ids',
      'door_key.may_search',
      'door_key.may_sell',
      'door_key.sell_category_ids',
      'door_key.sell_extra_ids',
      'door_key.label_size',
      'door_key.prints_by_itself',
      'door_key.created_at',
      'door_key.valid_until',
      'door_key.revoked_at',
      'door_key.used_at',
    ])
    .where('key_hash', '=', hashOfApiKey(key))
    .executeTakeFirst()
  if (row === undefined) return undefined
  await noteUse(db, { id: row.id, usedAt: row.used_at }, now)
  return {
    principal: {
      kind: 'door',
      doorKeyId: row.id,
      eventId: row.event_id,
      organizationId: row.organization_id,
      maySearch: row.may_search,
      maySell: row.may_sell,
    },
    name: row.name,
    categoryIds: row.category_ids,
    sellCategoryIds: row.sell_category_ids,
    sellExtraIds: row.sell_extra_ids,
    labels: row.label_size === null ? null : { size: row.label_size, isAutomatic: row.prints_by_itself },
    madeAt: row.created_at,
    validUntil: row.valid_until,
    revokedAt: row.revoked_at,
  }
}

/** A use is noted to the minute: a door is used all the time. */
const USE_MS = minutes(1)

type Used = { readonly id: number; readonly usedAt: Instant | null }

async function noteUse(db: Queryable, { id, usedAt }: Used, now: Instant): Promise<void> {
  if (usedAt !== null && now - usedAt < USE_MS) return
  await db.kysely
    .updateTable('door_key')
    .set({ used_at: timestamp(now) })
    .where('id', '=', id)
    .execute()
}

type NewDoor = {
  readonly eventId: number
  readonly name: string
  readonly categoryIds: readonly number[] | null
  readonly maySearch: boolean
  readonly maySell: boolean
  readonly sellCategoryIds: readonly number[] | null
  readonly sellExtraIds: readonly number[] | null
  readonly labels: DoorLabels | null
  readonly key: string
  readonly validUntil: Instant
  readonly now: Instant
}

/** Stores a door with the digest of its key; answers its number. */
export async function insertDoor(tx: Tx, door: NewDoor): Promise<number> {
  const { id } = await tx.kysely
    .insertInto('door_key')
    .values({
      event_id: door.eventId,
      name: door.name,
      category_ids: door.categoryIds === null ? null : [...door.categoryIds],
      may_search: door.maySearch,
      may_sell: door.maySell,
      sell_category_ids: door.sellCategoryIds === null ? null : [...door.sellCategoryIds],
      sell_extra_ids: door.sellExtraIds === null ? null : [...door.sellExtraIds],
      label_size: door.labels?.size ?? null,
      prints_by_itself: door.labels?.isAutomatic ?? false,
      key_hash: hashOfApiKey(door.key),
      created_at: timestamp(door.now),
      valid_until: timestamp(door.validUntil),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Keeps the key of a door from being revoked until the transaction ends; false where it has ended already, so that a revoked key
 * does nothing that was on its way.
 */
export async function holdKey(tx: Tx, doorKeyId: number, now: Instant): Promise<boolean> {
  const row = await tx.kysely
    .selectFrom('door_key')
    .select(['created_at', 'valid_until', 'revoked_at'])
    .where('id', '=', doorKeyId)
    .forShare()
    .executeTakeFirst()
  if (!row) return false
  return isGoodKeyAt({ madeAt: row.created_at, validUntil: row.valid_until, revokedAt: row.revoked_at }, now)
}

type WhichDoor = { readonly eventId: number; readonly doorId: number }

/** Ends a door of an event; `before` is when it had ended already. Undefined where the event has no such door. */
export async function endDoor(
  tx: Tx,
  { eventId, doorId }: WhichDoor,
  now: Instant,
): Promise<{ readonly name: string; readonly before: Instant | null } | undefined> {
  const row = await tx.kysely
    .selectFrom('door_key')
    .select(['name', 'revoked_at'])
    .where('id', '=', doorId)
    .where('event_id', '=', eventId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.revoked_at === null) {
    await tx.kysely
      .updateTable('door_key')
      .set({ revoked_at: timestamp(now) })
      .where('id', '=', doorId)
      .execute()
  }
  return { name: row.name, before: row.revoked_at }
}
