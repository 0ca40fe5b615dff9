import { KEY_ROLES, type KeyRole, type Principal } from '#domain/access/principal/principal.ts'
import { type Instant, minutes } from '#domain/foundation/instant.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { sqlInstant, timestamp } from '#server/foundation/database/types.ts'
import { SHOP_ROLE, hashOfApiKey } from './api-key.ts'

/** Who calls with this key; undefined when it is unknown, disabled or expired. */
export async function principalWithKey(db: Queryable, key: string, now: Instant): Promise<Principal | undefined> {
  const row = await db.kysely
    .selectFrom('api_key')
    .select(['id', 'role', 'organization_id', 'description', 'used_at'])
    .where('key_hash', '=', hashOfApiKey(key))
    .where('enabled', '=', true)
    .where(builder => builder.or([builder('expires_at', 'is', null), builder('expires_at', '>', sqlInstant(now))]))
    .executeTakeFirst()
  if (row === undefined) return undefined
  await noteUse(db, row, now)
  const { id: keyId, organization_id: organizationId, description } = row
  if (row.role === SHOP_ROLE) return { kind: 'operator' }
  const role = KEY_ROLES.find(one => one === row.role)
  if (!role || organizationId === null) throw new Error(`API key ${keyId} of role ${row.role} belongs to nobody`)
  return { kind: 'key', role, organizationId, keyId, description }
}

/** A use is noted to the minute, so that a key that is used all the time writes little. */
const USE_MS = minutes(1)

async function noteUse(
  db: Queryable,
  { id, used_at: usedAt }: { readonly id: number; readonly used_at: Instant | null },
  now: Instant,
): Promise<void> {
  if (usedAt !== null && now - usedAt < USE_MS) return
  await db.kysely
    .updateTable('api_key')
    .set({ used_at: timestamp(now) })
    .where('id', '=', id)
    .execute()
}

export type StoredRole = KeyRole | typeof SHOP_ROLE

export type NewApiKey = { readonly key: string; readonly description: string; readonly now: Instant } & (
  | { readonly role: typeof SHOP_ROLE }
  | { readonly role: KeyRole; readonly organizationId: number }
)

/** Stores the digest of a key; a system key that is there already stays. Answers its id. */
export async function insertApiKey(db: Queryable, apiKey: NewApiKey): Promise<number> {
  const { id } = await db.kysely
    .insertInto('api_key')
    .values({
      role: apiKey.role,
      organization_id: apiKey.role === SHOP_ROLE ? null : apiKey.organizationId,
      description: apiKey.description,
      key_hash: hashOfApiKey(apiKey.key),
      created_at: timestamp(apiKey.now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const MOST_KEYS = 100

/** The keys of an organisation, the latest first. */
export async function keysOfOrganization(db: Queryable, organizationId: number) {
  const rows = await db.kysely
    .selectFrom('api_key')
    .select(['id', 'role', 'description', 'created_at as createdAt', 'used_at as usedAt'])
    .where('organization_id', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(MOST_KEYS)
    .execute()
  return rows.flatMap(({ role: stored, ...key }) => {
    const role = KEY_ROLES.find(one => one === stored)
    return role ? [{ ...key, role }] : []
  })
}

/** Removes a key of an organisation by its id; undefined when it has no such key. */
export async function removeKeyById(db: Queryable, organizationId: number, id: number) {
  return db.kysely
    .deleteFrom('api_key')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning(['role', 'description'])
    .executeTakeFirst()
}

/** Removes a key of an organisation; false when it has no such key. */
export async function removeApiKey(db: Queryable, organizationId: number, key: string): Promise<boolean> {
  const removed = await db.kysely
    .deleteFrom('api_key')
    .where('organization_id', '=', organizationId)
    .where('key_hash', '=', hashOfApiKey(key))
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** Digests of all keys with a role. */
export async function hashesWithRole(db: Queryable, role: StoredRole): Promise<Buffer[]> {
  const rows = await db.kysely.selectFrom('api_key').select('key_hash').where('role', '=', role).execute()
  return rows.map(row => row.key_hash)
}

export async function removeKeysWithRole(db: Queryable, role: StoredRole): Promise<void> {
  await db.kysely.deleteFrom('api_key').where('role', '=', role).execute()
}
