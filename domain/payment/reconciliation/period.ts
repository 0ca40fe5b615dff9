/** Days of a calendar, both included, as in "2027-01-15". */
export type Period = { readonly from: string; readonly to: string }

/** So many days can be read at once: a year and a month. */
export const LONGEST_PERIOD_DAYS = 397

export type PeriodReading = Period | 'no-period' | 'too-long'

/** From one day to another one, which is not before it. */
export function periodOf(from: string, to: string): PeriodReading {
  const [first, last] = [dayOf(from), dayOf(to)]
  if (!first || !last || Temporal.PlainDate.compare(first, last) > 0) return 'no-period'
  return first.until(last, { largestUnit: 'days' }).days >= LONGEST_PERIOD_DAYS ? 'too-long' : { from, to }
}

/** A whole month, as in "2027-01"; null for what is none. */
export function monthPeriod(month: string): Period | null {
  const first = dayOf(`${month}-01`)
  return first && { from: first.toString(), to: first.with({ day: first.daysInMonth }).toString() }
}

function dayOf(text: string): Temporal.PlainDate | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    return null
  }
}
