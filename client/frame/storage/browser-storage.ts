/** All that a browser keeps for us goes through here: nothing of it throws, whatever the browser refuses. */

export type KeyedTexts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** What this tab remembers until it is closed. */
export type TabStorage = {
  /** The value as `write` was given it; undefined or null: nothing, or nothing that can be read. It may be an older page's. */
  read(key: string): unknown
  write(key: string, value: unknown): void
  /** The text as it is stored, for keys that other clients of the shop share; null: none. */
  readText(key: string): string | null
  writeText(key: string, text: string): void
  remove(key: string): void
  /** Removes every key that begins so. */
  removeAll(beginning: string): void
}

/**
 * Storage in what `open` answers. What the browser refuses to keep is remembered until the page is left: it may forbid
 * storage inside another site's page (even to name it throws then), or have no room.
 */
export function tabStorageIn(open: () => KeyedTexts): TabStorage {
  const untilReload = new Map<string, string>()

  const remove = (key: string) => {
    untilReload.delete(key)
    guarded(() => open().removeItem(key))
  }
  const readText = (key: string) => untilReload.get(key) ?? guarded(() => open().getItem(key)) ?? null
  const writeText = (key: string, text: string) => {
    // An older text must not be found once this one has to be remembered otherwise.
    remove(key)
    guarded(() => open().setItem(key, text))
    if (readText(key) === null) untilReload.set(key, text)
  }
  return {
    read: key => guarded((): unknown => JSON.parse(readText(key) ?? 'null')),
    write: (key, value) => writeText(key, JSON.stringify(value)),
    readText,
    writeText,
    remove,
    removeAll: beginning => {
      for (const key of [...untilReload.keys(), ...(guarded(() => keysOf(open())) ?? [])]) {
        if (key.startsWith(beginning)) remove(key)
      }
    },
  }
}

const keysOf = (texts: KeyedTexts): readonly string[] =>
  Array.from({ length: texts.length }, (_, index) => texts.key(index) ?? '')

function guarded<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** For a script that runs before any module does: reads what `deviceStorage.writeText` has kept, or throws. */
export const readTextScript = (key: string): string => `localStorage.getItem('${key}')`

export const tabStorage = tabStorageIn(() => sessionStorage)

/** What every tab of this browser remembers, also after it was closed. */
export const deviceStorage = tabStorageIn(() => localStorage)

/**
 * Remembers something for one entry of the browser's history: it is there again after a reload and on the way back,
 * and isn't when the same page is opened anew. The router keeps what it doesn't know.
 */
export function rememberHere(name: string, value: unknown): void {
  // Browsers refuse when it happens too often, or when the state is too large.
  guarded(() => history.replaceState({ ...history.state, [name]: value }, ''))
}

export function rememberedHere(name: string): unknown {
  return Reflect.get(Object(history.state), name)
}
