import { KEY_ROLES, type KeyRole, type Principal } from '#domain/access/principal/principal.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { sqlInstant, timestamp } from '#server/foundation/database/types.ts'
import { SHOP_ROLE, hashOfApiKey } from './api-key.ts'

/** Who calls with this key; undefined when it is unknown, disabled or expired. */
export async function principalWithKey(db: Queryable, key: string, now: Instant): Promise<Principal | undefined> {
  const row = await db.kysely
    .selectFrom('api_key')
    .select(['id', 'role', 'organization_id', 'description'])
    .where('key_hash', '=', hashOfApiKey(key))
    .where('enabled', '=', true)
    .where(builder => builder.or([builder('expires_at', 'is', null), builder('expires_at', '>', sqlInstant(now))]))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id: keyId, organization_id: organizationId, description } = row
  if (row.role === SHOP_ROLE) return { kind: 'operator' }
  const role = KEY_ROLES.find(one => one === row.role)
  if (!role || organizationId === null) throw new Error(`API key ${keyId} of role ${row.role} belongs to nobody`)
  return { kind: 'key', role, organizationId, keyId, description }
}

export type StoredRole = KeyRole | typeof SHOP_ROLE

export type NewApiKey = { readonly key: string; readonly description: string; readonly now: Instant } & (
  | { readonly role: typeof SHOP_ROLE }
  | { readonly role: KeyRole; readonly organizationId: number }
)

/** Stores the digest of a key; a system key that is there already stays. */
export async function insertApiKey(db: Queryable, apiKey: NewApiKey): Promise<void> {
  await db.kysely
    .insertInto('api_key')
    .values({
      role: apiKey.role,
      organization_id: apiKey.role === SHOP_ROLE ? null : apiKey.organizationId,
      description: apiKey.description,
      key_hash: hashOfApiKey(apiKey.key),
      created_at: timestamp(apiKey.now),
    })
    .execute()
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
