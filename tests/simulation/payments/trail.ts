/** What was done and what came of it, in the order in which it ended; of all purchases, so that they can be read together. */
export type Trail = {
  /** `purchase`: null where it belongs to none. */
  note(purchase: number | null, what: string, came: string): void
  /** The acts of one purchase, and what happened to all buyers meanwhile. */
  of(purchase: number): readonly string[]
  /** How often each act came to what. */
  counted(): ReadonlyMap<string, number>
}

type Line = { readonly purchase: number | null; readonly at: string; readonly what: string; readonly came: string }

/** Acts that others feel. */
const SHARED = /^(provider is|refunds go|messages|clock|kill -9|run jobs|calm)/

export function newTrail(now: () => number): Trail {
  const lines: Line[] = []
  const counts = new Map<string, number>()
  return {
    note(purchase, what, came) {
      const at = Temporal.Instant.fromEpochMilliseconds(now()).toString({ fractionalSecondDigits: 3 })
      lines.push({ purchase, at, what, came })
      if (purchase === null) return
      const key = `${what.replace(/ \d+ .*$/, '')}: ${came.replace(/[a-z_]*\d[0-9a-z_-]{6,}|(?<=payment )\d+/gi, '*')}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    of(purchase) {
      const first = lines.findIndex(line => line.purchase === purchase)
      const last = lines.findLastIndex(line => line.purchase === purchase)
      return lines.flatMap(({ purchase: by, at, what, came }, index) => {
        if (first < 0 || index < first || (by !== purchase && !SHARED.test(what))) return []
        // What was done by others long after is shown as far as it calms everything.
        if (by !== purchase && index > last && !what.startsWith('calm')) return []
        return [`${at} ${by === purchase ? '' : `(${by === null ? 'all' : `purchase ${by}`}) `}${what} -> ${came}`]
      })
    },
    counted: () => counts,
  }
}
