import type { KeyRole } from '#domain/access/principal/principal.ts'
import type { Services } from '#server/foundation/services.ts'
import { SHOP_ROLE, hashOfApiKey, newApiKey } from './api-key.ts'
import {
  hashesWithRole,
  insertApiKey,
  keysOfOrganization,
  removeApiKey,
  removeKeyById,
  removeKeysWithRole,
} from './store.ts'
import { type Tx, statement, transaction } from '#server/foundation/database/database.ts'

type Grant = {
  readonly role: KeyRole
  readonly organizationId: number
  /** Whose key it is, for people. */
  readonly description: string
}

/** Makes a key for a person of an organisation. It is answered this once: only its digest is kept. */
export async function issueKey({ db, clock }: Pick<Services, 'db' | 'clock'>, grant: Grant): Promise<string> {
  const key = newApiKey()
  await insertApiKey(db, { ...grant, key, now: clock.now() })
  return key
}

/** The same in the caller's transaction, with the id by which the key is taken away. */
export async function issueKeyIn(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  grant: Grant,
): Promise<{ readonly id: number; readonly key: string }> {
  const key = newApiKey()
  return { id: await insertApiKey(tx, { ...grant, key, now: clock.now() }), key }
}

/** The keys of an organisation, without the keys themselves. */
export const listKeys = keysOfOrganization

/** Takes a key away by its id; answers what it was, or undefined when the organisation has no such key. */
export const withdrawKeyById = removeKeyById

/** Takes a key of an organisation away; false when it has no such key. */
export function withdrawKey({ db }: Pick<Services, 'db'>, organizationId: number, key: string): Promise<boolean> {
  return removeApiKey(db, organizationId, key)
}

type Needs = Pick<Services, 'db' | 'clock'>

/**
 * Ensures that the operator has a key. A configured one (FOYER_API_KEY) replaces what is stored and answers
 * undefined; without one, the first start makes a key and answers it, to be shown once: only its digest is kept.
 */
export async function ensureSystemKey(
  { db, clock }: Needs,
  configured: string | undefined,
): Promise<string | undefined> {
  return transaction(db, async tx => {
    await tx.query(LOCK_KEYS)
    const stored = await hashesWithRole(tx, SHOP_ROLE)
    const key = configured ?? newApiKey()
    const isKept = configured === undefined ? stored.length > 0 : stored.some(hash => hash.equals(hashOfApiKey(key)))
    if (isKept) return undefined
    await putSystemKey(tx, { clock }, key)
    return configured === undefined ? key : undefined
  })
}

/** Makes a new key for the operator, to be shown once; the one before opens nothing any more. */
export async function replaceSystemKey({ db, clock }: Needs): Promise<string> {
  const key = newApiKey()
  await transaction(db, tx => putSystemKey(tx, { clock }, key))
  return key
}

async function putSystemKey(tx: Tx, { clock }: Pick<Services, 'clock'>, key: string): Promise<void> {
  await removeKeysWithRole(tx, SHOP_ROLE)
  await insertApiKey(tx, { role: SHOP_ROLE, key, description: 'the shop itself', now: clock.now() })
}

const LOCK_KEYS = statement<never>('lock-system-api-key', 'lock table api_key in share row exclusive mode')
