import type { Queryable } from '#server/foundation/database/database.ts'
import { decodeFlag, decodeNumber } from './decode.ts'
import { environmentSettings } from './environment-settings.ts'
import { type FlagKey, type NumberKey, SETTINGS, type SettingKey } from './registry.ts'
import { type Statement, readStatements } from './store.ts'

/** Where a setting is asked for: an event or pass, and whose it is. */
export type Place = { readonly contextId: number; readonly organizationId: number }

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
