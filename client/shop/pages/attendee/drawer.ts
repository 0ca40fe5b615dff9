import type { AnswerValues, ItemValues } from './answer-values.ts'

/** Where typed details are kept: the browser's session storage, or anything alike. */
export type Drawer = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function write(drawer: Drawer, key: string, value: unknown): void {
  guarded(() => drawer.setItem(key, JSON.stringify(value)))
}

/** What is kept there; null: nothing, undefined: nothing that can be read. */
export function read(drawer: Drawer, key: string): unknown {
  return guarded((): unknown => JSON.parse(drawer.getItem(key) ?? 'null'))
}

export function forget(drawer: Drawer, key: string): void {
  guarded(() => drawer.removeItem(key))
}

/** Storage may be full or forbidden by the browser; the forms work without it. */
function guarded<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** What comes out of a drawer was perhaps put there by an older page of ours. */

export function isItems(value: unknown): value is Record<string, ItemValues> {
  return isObject(value) && Object.values(value).every(isItem)
}

function isItem(value: unknown): boolean {
  return isObject(value) && typeof value['ticket'] === 'string' && isAnswers(value['additional'])
}

export function isAnswers(value: unknown): value is AnswerValues {
  return (
    isObject(value) &&
    Object.values(value).every(texts => Array.isArray(texts) && texts.every(text => typeof text === 'string'))
  )
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
