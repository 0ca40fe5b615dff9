import type { Queryable } from '#server/foundation/database/database.ts'
import { decodeFlag, decodeList, decodeNumber, decodeText } from './decode.ts'
import {
  type FlagKey,
  type ListKey,
  type NumberKey,
  SETTINGS,
  type SettingKey,
  type TextKey,
  isSettingKey,
} from './registry.ts'
import { UnreadableSecret } from './sealed-value.ts'
import {
  type Statement,
  type StoredSetting,
  readContextSettings,
  readOrganizationSettings,
  readSettingsOfMany,
  readStatements,
  readSystemSettings,
} from './store.ts'

/** The settings that hold at one place. With a category, what that category states comes first. */
export type Settings = {
  number(key: NumberKey, categoryId?: number): number
  flag(key: FlagKey, categoryId?: number): boolean
  /** Null when nothing, or only blanks, is set. Throws an UnreadableSecret for a secret that can't be opened. */
  text(key: TextKey, categoryId?: number): string | null
  /** The same, without what the shop as a whole states. */
  ownText(key: TextKey): string | null
  list(key: ListKey, categoryId?: number): readonly string[]
}

/** The settings of an event or pass and of all its categories; one query. */
export async function loadSettings(db: Queryable, { contextId }: { contextId: number }): Promise<Settings> {
  return settingsOf(await readContextSettings(db, contextId), environmentSettings)
}

type Context = { readonly id: number; readonly organizationId: number }

/** Some settings of many events and passes, by one query: a key that is not among `keys` has its default. Categories are left out. */
export async function loadSettingsOfMany(
  db: Queryable,
  contexts: readonly Context[],
  keys: readonly SettingKey[],
): Promise<(context: Context) => Settings> {
  const stored = await readSettingsOfMany(db, { keys, contextIds: contexts.map(({ id }) => id) })
  const byOwner = Map.groupBy(stored, ({ level, ownerId }) => `${level} ${ownerId ?? ''}`)
  const statedBy = (owner: string): readonly StoredSetting[] => byOwner.get(owner) ?? []
  const shared = new Map<number, Settings>()
  const ofOrganization = (id: number): readonly StoredSetting[] => [
    ...statedBy('system '),
    ...statedBy(`organization ${id}`),
  ]
  return ({ id, organizationId }) => {
    const own = statedBy(`context ${id}`)
    if (own.length > 0) return settingsOf([...ofOrganization(organizationId), ...own], environmentSettings)
    const found = shared.get(organizationId) ?? settingsOf(ofOrganization(organizationId), environmentSettings)
    shared.set(organizationId, found)
    return found
  }
}

/** The settings of an organisation, beside its events. */
export async function organizationSettings(
  db: Queryable,
  { organizationId }: { organizationId: number },
): Promise<Settings> {
  return settingsOf(await readOrganizationSettings(db, organizationId), environmentSettings)
}

/** The settings of the shop as a whole. */
export async function systemSettings(db: Queryable): Promise<Settings> {
  return settingsOf(await readSystemSettings(db), environmentSettings)
}

/**
 * Merges what is stated at each level: category, event or pass, organisation, system as stored, environment, default;
 * the first one that can be read wins (domain rules 11). A stored text that can't be read counts as not stated; a secret that
 * can't be opened is stated all the same, or money would go to another person's account.
 */
export function settingsOf(stored: readonly StoredSetting[], environment: ReadonlyMap<SettingKey, string>): Settings {
  const byKey = Map.groupBy(
    stored.filter(({ key }) => isSettingKey(key)),
    ({ key }) => key,
  )

  const candidatesOf = (key: SettingKey, categoryId: number | undefined) =>
    (byKey.get(key) ?? [])
      .filter(setting => setting.level !== 'category' || setting.ownerId === categoryId)
      .toSorted((a, b) => SPECIFICITY[b.level] - SPECIFICITY[a.level])

  function firstOf<Value>(candidates: readonly StoredSetting[], decode: (raw: string) => Value | undefined) {
    for (const { value: raw, ...place } of candidates) {
      if (raw === null) throw new UnreadableSecret(place)
      const value = decode(raw)
      if (value !== undefined) return value
    }
    return undefined
  }

  function stated<Value>(key: SettingKey, categoryId: number | undefined, decode: (raw: string) => Value | undefined) {
    const value = firstOf(candidatesOf(key, categoryId), decode)
    const raw = value === undefined ? environment.get(key) : undefined
    return raw === undefined ? value : decode(raw)
  }

  return {
    number: once((key, id) => stated(key, id, raw => decodeNumber(key, raw)) ?? SETTINGS[key].default),
    flag: once((key, id) => stated(key, id, decodeFlag) ?? SETTINGS[key].default),
    text: once((key, id) => stated(key, id, raw => decodeText(key, raw)) ?? SETTINGS[key].default),
    ownText: key =>
      firstOf(
        candidatesOf(key, undefined).filter(({ level }) => level !== 'system'),
        raw => decodeText(key, raw),
      ) ?? null,
    list: once((key, id) => stated(key, id, raw => decodeList(key, raw)) ?? SETTINGS[key].default),
  }
}

/** The same settings are asked for by every request, and stated in few places: each is found out once. */
function once<Key extends SettingKey, Value>(find: (key: Key, categoryId: number | undefined) => Value) {
  const found = new Map<string, Value>()
  return (key: Key, categoryId?: number): Value => {
    const place = categoryId === undefined ? key : `${key} ${categoryId}`
    const placed = found.get(place)
    if (placed !== undefined) return placed
    const value = find(key, categoryId)
    found.set(place, value)
    return value
  }
}

const SPECIFICITY = { system: 0, organization: 1, context: 2, category: 3 } as const

/** Where a setting is asked for: an event or pass, and whose it is. */
type Place = { readonly contextId: number; readonly organizationId: number }

/** What one setting is at every event, by one query: for jobs, which may not load the settings of all there are. */
export type Everywhere<Value> = {
  at(place: Place): Value
  /** What it is unless an organisation or an event says otherwise. */
  readonly ofShop: Value
  /** Everything it is somewhere, and what it is of the shop. */
  readonly values: readonly Value[]
  /** Who says otherwise. */
  readonly organizations: ReadonlyMap<number, Value>
  readonly contexts: ReadonlyMap<number, Value>
}

export async function numberEverywhere(db: Queryable, key: NumberKey): Promise<Everywhere<number>> {
  return everywhere(await readStatements(db, key), {
    key,
    decode: raw => decodeNumber(key, raw),
    byDefault: SETTINGS[key].default,
  })
}

export async function flagEverywhere(db: Queryable, key: FlagKey): Promise<Everywhere<boolean>> {
  return everywhere(await readStatements(db, key), { key, decode: decodeFlag, byDefault: SETTINGS[key].default })
}

type Reading<Value> = {
  readonly key: SettingKey
  decode(raw: string): Value | undefined
  readonly byDefault: Value
}

/** The first one that can be read wins: event or pass, organisation, system, environment, default (domain rules 11). */
function everywhere<Value>(
  statements: readonly Statement[],
  { key, decode, byDefault }: Reading<Value>,
): Everywhere<Value> {
  const organizations = new Map<number, Value>()
  const contexts = new Map<number, Value>()
  let stored: Value | undefined
  for (const { organizationId, contextId, value: raw } of statements) {
    const value = decode(raw)
    if (value === undefined) continue
    if (contextId !== null) contexts.set(contextId, value)
    else if (organizationId !== null) organizations.set(organizationId, value)
    else stored = value
  }
  const environment = environmentSettings.get(key)
  const ofShop = stored ?? (environment === undefined ? undefined : decode(environment)) ?? byDefault
  return {
    at: place => contexts.get(place.contextId) ?? organizations.get(place.organizationId) ?? ofShop,
    ofShop,
    values: [...new Set([ofShop, ...organizations.values(), ...contexts.values()])],
    organizations,
    contexts,
  }
}

/** The settings among environment variables: those named like a setting and not blank. */
export function settingsAmong(
  variables: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<SettingKey, string> {
  const found = new Map<SettingKey, string>()
  for (const key of Object.keys(SETTINGS)) {
    const value = variables[key]
    if (isSettingKey(key) && value !== undefined && value.trim() !== '') found.set(key, value)
  }
  return found
}

/** What the environment of this process states for the system level; a stored system setting wins over it. */
export const environmentSettings = settingsAmong(process.env)
