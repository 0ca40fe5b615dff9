import { type Instant, after, instant } from '#domain/foundation/instant.ts'

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
