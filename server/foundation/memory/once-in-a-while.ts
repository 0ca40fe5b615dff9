import { LRUCache } from 'lru-cache'

/** How many keys are remembered. */
const REMEMBERED = 1_000

/** Does what it is given at most once in so many milliseconds per key: for what would be reported again and again. */
export function onceInAWhile<Key extends {}>(milliseconds: number): (key: Key, act: () => void) => void {
  const last = new LRUCache<Key, number>({ max: REMEMBERED })
  return (key, act) => {
    const now = performance.now()
    if (now - (last.get(key) ?? Number.NEGATIVE_INFINITY) < milliseconds) return
    last.set(key, now)
    act()
  }
}
