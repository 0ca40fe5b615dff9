import type { Scope } from '#domain/access/principal/principal.ts'
import type { SettingLevel } from '#domain/foundation/setting/definition.ts'
import { isDecodable } from '#server/foundation/setting/decode.ts'
import { SETTINGS, type SettingKey, type SettingOwner, isSecret } from '#server/foundation/setting/registry.ts'
import type { StatedSetting } from '#server/foundation/setting/stated-settings.ts'

/** Who has decided what a setting is; the program itself where nothing is stated. */
export const SETTING_ORIGINS = ['FOYER', 'ENVIRONMENT', 'SHOP', 'ORGANIZATION', 'EVENT'] as const
export type SettingOrigin = (typeof SETTING_ORIGINS)[number]

/** A value with its origin. Of a secret it says no more than whether it is set. */
type Held = {
  readonly origin: SettingOrigin
  /** As it is written; null for nothing, and for a secret. */
  readonly value: string | null
  readonly isSet: boolean
}

/** A setting as it holds at one place. */
export type DescribedSetting = Held & {
  readonly key: SettingKey
  /** The place itself states it, and can leave it to those above. */
  readonly isStated: boolean
  /** What it is without the statement of the place. */
  readonly otherwise: Held
  /** The environment decides it: nothing that is stated counts. */
  readonly isFixed: boolean
  /** It is sealed by a key that this shop has no more. */
  readonly isUnreadable: boolean
}

const LEVELS = { shop: 'system', organization: 'organization', event: 'context' } as const
const ORIGINS = { system: 'SHOP', organization: 'ORGANIZATION', context: 'EVENT' } as const

export const levelOf = (scope: Scope): SettingLevel => LEVELS[scope.kind]

export function ownerOf(scope: Scope): Exclude<SettingOwner, { level: 'category' }> {
  switch (scope.kind) {
    case 'shop':
      return { level: 'system' }
    case 'organization':
      return { level: 'organization', organizationId: scope.organizationId }
    case 'event':
      return { level: 'context', contextId: scope.eventId }
    default:
      return scope satisfies never
  }
}

/** May the setting be stated at this level? */
export const isOfLevel = (key: SettingKey, level: SettingLevel): boolean =>
  SETTINGS[key].levels.some(one => one === level)

type Facts = {
  readonly stored: readonly StatedSetting[]
  readonly environment: ReadonlyMap<SettingKey, string>
  /** What the environment decides whatever is stated. */
  readonly fixed: ReadonlyMap<SettingKey, string | null>
  readonly level: SettingLevel
}

/** A setting at a place, by the same order as `settingsOf` reads it (domain rules 11); what can't be read counts as not stated. */
export function describeSetting(key: SettingKey, { stored, environment, fixed, level }: Facts): DescribedSetting {
  const decided = fixed.get(key)
  if (decided !== undefined) {
    const held = heldAs(key, decided, 'ENVIRONMENT')
    return { key, ...held, otherwise: held, isStated: false, isFixed: true, isUnreadable: false }
  }
  const statements = stored.flatMap(({ key: of, level: at, value }) =>
    of === key && at !== 'category' && (value === null || isDecodable(key, value)) ? [{ at, value }] : [],
  )
  const ordered = statements.toSorted((a, b) => RANK[b.at] - RANK[a.at])
  const here = ordered.find(({ at }) => at === level)
  const above = ordered.find(({ at }) => at !== level)
  const otherwise = above ? heldAs(key, above.value, ORIGINS[above.at]) : ofProgram(key, environment)
  const held = here ? heldAs(key, here.value, ORIGINS[here.at]) : otherwise
  return {
    key,
    ...held,
    otherwise,
    isStated: here !== undefined,
    isFixed: false,
    isUnreadable: (here ?? above)?.value === null,
  }
}

const RANK = { system: 0, organization: 1, context: 2 } as const

function ofProgram(key: SettingKey, environment: ReadonlyMap<SettingKey, string>): Held {
  const raw = environment.get(key)
  if (raw !== undefined && isDecodable(key, raw)) return heldAs(key, raw, 'ENVIRONMENT')
  const { default: byDefault } = SETTINGS[key]
  const isNothing = byDefault === null || (Array.isArray(byDefault) && byDefault.length === 0)
  return heldAs(key, isNothing ? '' : [byDefault].flat().join('\n'), 'FOYER')
}

/** @param raw Null for a secret that can't be opened. */
function heldAs(key: SettingKey, raw: string | null, origin: SettingOrigin): Held {
  const text = raw === null ? null : asWritten(key, raw)
  if (isSecret(key)) return { origin, value: null, isSet: raw === null || text !== null }
  return { origin, value: text, isSet: text !== null }
}

/** As people write it: a list with a line for each word, a flag in small letters; null for a blank. */
export function asWritten(key: SettingKey, raw: string): string | null {
  const text = raw.trim()
  if (text === '') return null
  switch (SETTINGS[key].type) {
    case 'flag':
      return text.toLowerCase()
    case 'number':
      return String(Number(text))
    case 'list':
      return text
        .split(/[,\n]/)
        .map(word => word.trim())
        .filter(word => word !== '')
        .join('\n')
    case 'text':
      return text
    default:
      return SETTINGS[key] satisfies never
  }
}
