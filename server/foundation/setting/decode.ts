import { type FlagKey, type ListKey, type NumberKey, SETTINGS, type SettingKey, type TextKey } from './registry.ts'

/** The number a stored text represents; undefined when it is no whole number within the bounds of the setting. */
export function decodeNumber(key: NumberKey, raw: string): number | undefined {
  const { min, max } = SETTINGS[key]
  const text = raw.trim()
  if (!/^\d{1,9}$/.test(text)) return undefined
  const value = Number(text)
  return value >= min && value <= max ? value : undefined
}

export function decodeFlag(raw: string): boolean | undefined {
  const text = raw.trim().toLowerCase()
  if (text === 'true') return true
  return text === 'false' ? false : undefined
}

/** A blank text means that nothing is set: null. */
export function decodeText(key: TextKey, raw: string): string | null | undefined {
  const definition = SETTINGS[key]
  const text = raw.trim()
  if (text === '') return null
  return !('pattern' in definition) || definition.pattern === undefined || definition.pattern.test(text)
    ? text
    : undefined
}

export function decodeList(key: ListKey, raw: string): readonly string[] | undefined {
  const definition = SETTINGS[key]
  const words = raw
    .split(/[,\n]/)
    .map(word => word.trim())
    .filter(word => word !== '')
  const allowed = 'values' in definition ? definition.values : undefined
  const pattern = 'pattern' in definition ? definition.pattern : undefined
  const isGood = (word: string) => (allowed?.includes(word) ?? true) && (pattern?.test(word) ?? true)
  return words.every(isGood) ? words : undefined
}

/** Can this text be stored under this key? */
export function isDecodable(key: SettingKey, raw: string): boolean {
  const value = decodeAny(key, raw)
  return value !== undefined
}

function decodeAny(key: SettingKey, raw: string): unknown {
  if (isOfType(key, 'number')) return decodeNumber(key, raw)
  if (isOfType(key, 'flag')) return decodeFlag(raw)
  if (isOfType(key, 'list')) return decodeList(key, raw)
  return decodeText(key, raw)
}

type KeyOf<Type> = Type extends 'number'
  ? NumberKey
  : Type extends 'flag'
    ? FlagKey
    : Type extends 'list'
      ? ListKey
      : never

function isOfType<Type extends 'number' | 'flag' | 'list'>(
  key: SettingKey,
  type: Type,
): key is KeyOf<Type> & SettingKey {
  return SETTINGS[key].type === type
}
