import { type Instant, after } from '#domain/foundation/instant.ts'
import { SOME_DAY } from '../../builders/offer.ts'
import type { MovableClock } from '#server/foundation/base/time.ts'

/** A clock that moves only when a test moves it, so that the test knows every moment to the millisecond. */
export function manualClock(start: Instant = SOME_DAY): MovableClock {
  let now = start
  return {
    now: () => now,
    move: milliseconds => {
      now = after(now, milliseconds)
    },
    set: moment => {
      now = moment
    },
  }
}
