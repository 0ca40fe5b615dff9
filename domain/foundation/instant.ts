/** A moment as epoch milliseconds. Zones are a matter of presentation. */
export type Instant = number & { readonly brand: 'Instant' }

export function instant(epochMilliseconds: number): Instant {
  if (!Number.isFinite(epochMilliseconds)) throw new RangeError(`not an instant: ${epochMilliseconds}`)
  return Math.trunc(epochMilliseconds) as Instant
}

export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => count * 3_600_000
export const days = (count: number): number => count * 86_400_000

/** The moment `milliseconds` after `from`; a negative span goes back. */
export function after(from: Instant, milliseconds: number): Instant {
  return instant(from + milliseconds)
}

/** A span of time between two moments; both ends are outside it (domain rules 4.6: exclusive). */
export type Window = { readonly start: Instant; readonly end: Instant }

export function isInside(window: Window, now: Instant): boolean {
  return window.start < now && now < window.end
}
