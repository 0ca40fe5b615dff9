import type { ProviderSettings } from '#server/providers/registry/registry.ts'
import { SETTINGS, type SettingKey, isSecret } from '#server/foundation/setting/registry.ts'
import { unlessUnreadable } from '#server/foundation/setting/sealed-value.ts'
import type { Settings } from '#server/foundation/setting/settings.ts'

/** What a process has read of the settings of one place. */
export type ReadNote = {
  readonly reader: ProviderSettings
  /** Would the same have been read at another place? Then a process that reads there gets the same result. */
  isSameAt(settings: Settings): boolean
  /** Has anything that was read been stated? */
  isStated(): boolean
  /** The text without the secrets that were read. */
  withoutSecrets(text: string): string
}

type Read = (settings: Settings) => unknown

/** Hands out the settings of a place, and notes what is read. */
export function notingReads(settings: Settings): ReadNote {
  const reads = new Map<SettingKey, Read>()
  const secrets = new Set<string>()
  const noted = <Key extends SettingKey, Value>(read: (from: Settings, key: Key) => Value) => {
    return (key: Key): Value => {
      reads.set(key, from => read(from, key))
      const value = read(settings, key)
      if (isSecret(key) && typeof value === 'string') secrets.add(value)
      return value
    }
  }
  return {
    reader: {
      number: noted((from, key) => from.number(key)),
      flag: noted((from, key) => from.flag(key)),
      text: noted((from, key) => from.text(key)),
      list: noted((from, key) => from.list(key)),
    },
    isSameAt: others => [...reads.values()].every(read => written(read, others) === written(read, settings)),
    isStated: () => [...reads].some(([key, read]) => written(read, settings) !== JSON.stringify(SETTINGS[key].default)),
    withoutSecrets: text => [...secrets].reduce((told, secret) => told.replaceAll(secret, '…'), text),
  }
}

const written = (read: Read, settings: Settings): string =>
  unlessUnreadable(() => JSON.stringify(read(settings)), 'unreadable')
