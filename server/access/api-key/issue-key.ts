import type { KeyRole } from '#domain/access/principal/principal.ts'
import type { Services } from '#server/foundation/services.ts'
import { newApiKey } from './api-key.ts'
import { insertApiKey, removeApiKey } from './store.ts'

export type Grant = {
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

/** Takes a key of an organisation away; false when it has no such key. */
export function withdrawKey({ db }: Pick<Services, 'db'>, organizationId: number, key: string): Promise<boolean> {
  return removeApiKey(db, organizationId, key)
}
