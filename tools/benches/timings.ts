/** How long the calls of one kind took. */
export type Timings = {
  add(milliseconds: number): void
  /** How many there were, how long the middle one took, and the one that 99 of 100 did not exceed. */
  summary(): { count: number; p50: number; p99: number; longest: number }
}

export function timings(): Timings {
  const all: number[] = []
  return {
    add: milliseconds => {
      all.push(milliseconds)
    },
    summary: () => {
      const sorted = all.toSorted((a, b) => a - b)
      const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
      return { count: sorted.length, p50: at(0.5), p99: at(0.99), longest: at(1) }
    },
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2
}

export const inMilliseconds = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`

/** 12345 as "12,345". */
export const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
