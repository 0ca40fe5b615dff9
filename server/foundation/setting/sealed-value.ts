import type { Sealing } from '#server/foundation/sealing/sealing.ts'
import { SETTINGS, type SettingKey, type SettingOwner, isSecret, isSettingKey } from './registry.ts'
import type { SettingLevel } from '#domain/foundation/setting/definition.ts'

/** The settings that are sealed where they are stored. */
export const SECRET_KEYS: readonly SettingKey[] = Object.keys(SETTINGS).filter(isSettingKey).filter(isSecret)

/** A secret that is stored and that no key of this shop opens. Never falls back on what is stated elsewhere. */
export class UnreadableSecret extends Error {
  override readonly name = 'UnreadableSecret'
  constructor(place: SettingPlace) {
    super(`${tellPlace(place)} can't be opened: it was sealed by another key. Set that one, or state it anew`)
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
export function tellPlace({ key, level, ownerId }: SettingPlace): string {
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
