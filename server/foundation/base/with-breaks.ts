import { setImmediate as others } from 'node:timers/promises'

const MILLISECONDS = 5
const ITEMS = 50

/** As `flatMap`, of many items: others are served after each 50 of them, or 5 ms. */
export async function flatMapWithBreaks<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => readonly Result[],
): Promise<Result[]> {
  const results: Result[] = []
  let since = { index: 0, at: performance.now() }
  for (const [index, item] of items.entries()) {
    if (index - since.index >= ITEMS || performance.now() - since.at >= MILLISECONDS) {
      await others()
      since = { index, at: performance.now() }
    }
    results.push(...work(item, index))
  }
  return results
}
