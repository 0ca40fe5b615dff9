import { type TabStorage, tabStorageIn } from '#client/frame/storage/browser-storage.ts'

/** A browser's storage that keeps everything, for `tabStorageIn`. */
export function aStorage(): () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>()
  return () => ({
    getItem: key => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: key => void kept.delete(key),
  })
}

/** The storage of a new tab. */
export const aTabStorage = (): TabStorage => tabStorageIn(aStorage())
