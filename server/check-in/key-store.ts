import type { ApiKeyType } from '#server/organiser/api-key.ts'
import { hashOfApiKey } from '#server/organiser/api-key.ts'
import type { Instant } from '#domain/instant.ts'
import type { Queryable } from '#server/database/database.ts'
import { sqlInstant } from '#server/database/types.ts'

/** Somebody of an organisation, known by an API key. */
export type KeyHolder = {
  readonly keyId: number
  readonly role: ApiKeyType
  readonly organizationId: number
  readonly description: string
}

/** Who holds this key; undefined when it is unknown, disabled or expired, and for the key of the shop itself. */
export async function holderOfKey(on: Queryable, key: string, now: Instant): Promise<KeyHolder | undefined> {
  const row = await on.kysely
    .selectFrom('api_key')
    .select(['id', 'role', 'organization_id', 'description'])
    .where('key_hash', '=', hashOfApiKey(key))
    .where('enabled', '=', true)
    .where(builder => builder.or([builder('expires_at', 'is', null), builder('expires_at', '>', sqlInstant(now))]))
    .executeTakeFirst()
  if (row === undefined || row.role === 'SYSTEM_API_CLIENT' || row.organization_id === null) return undefined
  return { keyId: row.id, role: row.role, organizationId: row.organization_id, description: row.description }
}
