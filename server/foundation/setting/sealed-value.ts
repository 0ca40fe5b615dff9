import type { Sealing } from '#server/foundation/sealing/sealing.ts'
import { SETTINGS, type SettingKey, type SettingOwner, isSecret, isSettingKey } from './registry.ts'
import type { SettingLevel } from '#domain/foundation/setting/definition.ts'
import { type Database, statement } from '#server/foundation/database/database.ts'

/** The settings that are sealed where they are stored. */
const SECRET_KEYS: readonly SettingKey[] = Object.keys(SETTINGS).filter(isSettingKey).filter(isSecret)

/** A secret that is stored and that no key of this shop opens. Never falls back on what is stated elsewhere. */
export class UnreadableSecret extends Error {
  override readonly name = 'UnreadableSecret'
  constructor(place: SettingPlace) {
    super(`${describePlace(place)} can't be opened: it was sealed by another key. Set that one, or state it anew`)
  }
}

/** What is stored of a setting. Nothing is sealed that is not secret, nor what says that nothing is set. */
export function sealedValue(sealing: Sealing, place: SettingPlace, value: string): string {
  return isSealedKind(place.key) && value.trim() !== '' ? sealing.seal(value, nameOf(place)) : value
}

/** What was stored of a setting; null for a secret that can't be opened. */
export function openedValue(sealing: Sealing, place: SettingPlace, stored: string): string | null {
  return isSealedKind(place.key) ? sealing.open(stored, nameOf(place)) : stored
}

/** What needs no secret works without: `otherwise` where one of those that are read can't be opened. */
export function unlessUnreadable<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadableSecret) return otherwise
    throw error
  }
}

const isSealedKind = (key: string): boolean => isSettingKey(key) && isSecret(key)

const nameOf = ({ key, level, ownerId }: SettingPlace): string => `setting ${key} ${level} ${ownerId ?? ''}`

/** Where a setting is stated. */
export type SettingPlace = {
  readonly key: string
  readonly level: SettingLevel
  /** Of the organisation, event, pass or category; null of the shop. */
  readonly ownerId: number | null
}

/** A setting and whose it is, without its value. */
export function describePlace({ key, level, ownerId }: SettingPlace): string {
  return `${key} of ${OWNERS[level]}${ownerId === null ? '' : ` ${ownerId}`}`
}

const OWNERS = { system: 'the shop', organization: 'organisation', context: 'event', category: 'category' } as const

/** The columns that say who states it. */
export function columnsOf(owner: SettingOwner) {
  return {
    organizationId: owner.level === 'organization' ? owner.organizationId : null,
    contextId: owner.level === 'context' ? owner.contextId : null,
    categoryId: owner.level === 'category' ? owner.categoryId : null,
  }
}

export function placeOf(owner: SettingOwner, key: string): SettingPlace {
  const { organizationId, contextId, categoryId } = columnsOf(owner)
  return { key, level: owner.level, ownerId: organizationId ?? contextId ?? categoryId }
}

/** What a look at all the secrets among the settings came to. */
type SecretsSeen = {
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
export function inspectSecrets(db: Database): Promise<SecretsSeen> {
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
