import { flatMapWithBreaks } from '#server/foundation/base/time.ts'
import { bytesOf, madeMemory } from '#server/foundation/memory/made-memory.ts'

/** What visitors are answered, the same object for as long as it says the same, and as JSON text. */
export type Kept<Value> = { readonly value: Value; readonly json: string }

/** Bytes of the answers of one kind that are kept. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Keeps answers for as long as they are asked for with the same `parts`, such as the state of a list in the database: what another process
 * has changed is made anew, too.
 */
export function keptAnswers<Value>(): (
  key: string,
  parts: readonly unknown[],
  make: () => Promise<Value>,
) => Promise<Kept<Value>> {
  const kept = madeMemory<Kept<Value>>({ maxBytes: MAX_BYTES, weigh: ({ json }) => 3 * bytesOf(json) })
  return (key, parts, make) =>
    kept.get(key, parts, async () => {
      const value = await make()
      return { value, json: await asJson(value) }
    })
}

/** A long list is written with breaks in which other requests are served. */
async function asJson(value: unknown): Promise<string> {
  if (!Array.isArray(value)) return JSON.stringify(value)
  const items = await flatMapWithBreaks<unknown, string>(value, item => [JSON.stringify(item)])
  return `[${items.join()}]`
}
