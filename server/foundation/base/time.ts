import { type Instant, after, instant } from '#domain/foundation/instant.ts'
import { setImmediate as others } from 'node:timers/promises'

/** Where every rule, job and statement takes the time from. */
export type Clock = { now(): Instant }

/** A clock that development can move; everywhere else its offset stays 0. */
export type MovableClock = Clock & { move(milliseconds: number): void; set(now: Instant): void }

export function systemClock(): MovableClock {
  let offset = 0
  const real = () => instant(Date.now())
  return {
    now: () => after(real(), offset),
    move: milliseconds => {
      offset += milliseconds
    },
    set: now => {
      offset = now - real()
    },
  }
}

/** "2027-05-15T09:00:00+02:00": a moment as the clock at the place says it. */
export function isoMoment(moment: Instant, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment)
    .toZonedDateTimeISO(timeZone)
    .toString({ smallestUnit: 'second', timeZoneName: 'never' })
}

/** In UTC, as in 2026-12-30T08:00:00Z. */
export const secondOf = (moment: Instant): string =>
  Temporal.Instant.fromEpochMilliseconds(moment).toString({ smallestUnit: 'second' })

/**
 * Waits for `work`, but not for longer than so many milliseconds; returns whether it has come to an end by then. Work
 * that is late goes on, and its outcome is ignored.
 */
export async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), Math.max(0, milliseconds))
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}

/** Says yes at most once in so many milliseconds: for lines of the log that would come again and again. */
export function atMostEvery(milliseconds: number): () => boolean {
  let next = 0
  return () => {
    const now = performance.now()
    if (now < next) return false
    next = now + milliseconds
    return true
  }
}

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
