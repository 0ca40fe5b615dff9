/** How many keys are remembered; beyond that all are forgotten. */
const REMEMBERED = 1_000

/** Does what it is given at most once in so many milliseconds for each key: for what would be told again and again. */
export function onceInAWhile<Key>(milliseconds: number): (key: Key, act: () => void) => void {
  const last = new Map<Key, number>()
  return (key, act) => {
    const now = performance.now()
    if (now - (last.get(key) ?? Number.NEGATIVE_INFINITY) < milliseconds) return
    if (last.size >= REMEMBERED) last.clear()
    last.set(key, now)
    act()
  }
}
