import type { Sealing } from '#server/foundation/sealing/sealing.ts'
import { SETTINGS, type SettingKey, isSecret, isSettingKey } from './registry.ts'
import { type SettingPlace, tellPlace } from './setting-place.ts'

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
