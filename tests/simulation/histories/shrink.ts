import type { Act } from './act.ts'
import type { Outcome } from './history.ts'
import type { History } from './plan.ts'

export type Failing = Outcome & { readonly history: History }

/**
 * Leaves out acts, many at a time and then one by one, as long as what is left fails in the same way. `tries`: how often it is
 * made at most.
 */
export async function shrunk(
  failing: Failing,
  made: (history: History) => Promise<Outcome>,
  tries = 40,
): Promise<Failing> {
  const kinds = new Set(failing.faults.map(({ kind }) => kind))
  let best = failing
  let left = tries
  // It has ended at the first fault: what was planned after it was not done.
  const { length } = failing.log
  for (const size of sizesDown(length)) {
    for (let at = Math.min(length, best.history.acts.length) - size; at >= 0 && left > 0; at -= size) {
      const history = { ...best.history, acts: without(best.history.acts.slice(0, length), at, size) }
      const outcome = await made(history)
      left -= 1
      if (outcome.faults.some(({ kind }) => kinds.has(kind))) best = { history, ...outcome }
    }
  }
  return best
}

/** A third, a ninth, and so on to one. */
function sizesDown(length: number): readonly number[] {
  const size = Math.floor(length / 3)
  return size <= 1 ? [1] : [size, ...sizesDown(size)]
}

const without = (acts: readonly Act[], at: number, count: number): readonly Act[] => [
  ...acts.slice(0, at),
  ...acts.slice(at + count),
]
