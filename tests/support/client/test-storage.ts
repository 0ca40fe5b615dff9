import { type KeyedTexts, type TabStorage, tabStorageIn } from '#client/frame/storage/browser-storage.ts'

/** A browser's storage that keeps everything, for `tabStorageIn`. */
export function aStorage(): () => KeyedTexts {
  const kept = new Map<string, string>()
  return () => ({
    getItem: key => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: key => void kept.delete(key),
    key: index => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  })
}

/** The storage of a new tab. */
export const aTabStorage = (): TabStorage => tabStorageIn(aStorage())
