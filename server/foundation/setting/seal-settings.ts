import { type Database, statement } from '#server/foundation/database/database.ts'
import { SECRET_KEYS, type SettingPlace, openedValue, sealedValue } from './sealed-value.ts'

/** What a look at all the secrets among the settings came to. */
export type SecretsSeen = {
  /** How many are sealed by the current key now. */
  readonly sealed: number
  /** How many were not sealed at the check. */
  readonly outdated: number
  /** Those that no key of ours opens. */
  readonly unreadable: readonly SettingPlace[]
}

/**
 * Seals secrets that are stored plain, as older versions did, and seals anew those of older keys. Changes nothing where
 * nothing is left to do; safe in many processes at once, and while others state settings.
 */
export function sealSettings(db: Database): Promise<SecretsSeen> {
  return walk(db, true)
}

/** The same without changing anything. */
export function lookAtSecrets(db: Database): Promise<SecretsSeen> {
  return walk(db, false)
}

const BATCH = 200

async function walk(db: Database, mayChange: boolean): Promise<SecretsSeen> {
  let sealed = 0
  let outdated = 0
  const unreadable: SettingPlace[] = []
  let after = 0
  for (;;) {
    const rows = await db.query(SECRETS, [SECRET_KEYS, after, BATCH])
    for (const { id, value, ...place } of rows) {
      const text = openedValue(db.sealing, place, value)
      const isCurrent = value.startsWith(db.sealing.prefix)
      if (text === null) unreadable.push(place)
      else if (!isCurrent) outdated += 1
      if (text !== null && !isCurrent && mayChange) {
        await db.query(REPLACE, [id, value, sealedValue(db.sealing, place, text)])
      }
      if (text !== null && (isCurrent || mayChange)) sealed += 1
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH) return { sealed, outdated, unreadable }
    after = last.id
  }
}

type SecretRow = SettingPlace & { readonly id: number; readonly value: string }

const SECRETS = statement<SecretRow>(
  'secrets-of-settings',
  `select id, key, value, coalesce(category_id, purchase_context_id, organization_id) as "ownerId",
     case when category_id is not null then 'category' when purchase_context_id is not null then 'context'
       when organization_id is not null then 'organization' else 'system' end as level
   from setting where key = any ($1) and value ~ '\\S' and id > $2 order by id limit $3`,
)

/** Only what was read: another process may have stated it anew, or sealed it, meanwhile. */
const REPLACE = statement('secret-seal', 'update setting set value = $3 where id = $1 and value = $2')
