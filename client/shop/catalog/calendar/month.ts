import type { BasicEventInfo } from '#contract/event.ts'

/** The days of a month in weeks that begin on Monday; undefined where a week has days of another month. */
export function weeksOf(month: string): readonly (readonly (number | undefined)[])[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length: Math.ceil((before + last) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => {
      const day = week * 7 + weekday - before + 1
      return day >= 1 && day <= last ? day : undefined
    }),
  )
}

/** The days of the month ("2027-01") on which an event is going on, in its own time. */
export function daysOf(
  {
    timeZone,
    datesWithOffset: { startDateTime: start, endDateTime: end },
  }: Pick<BasicEventInfo, 'timeZone' | 'datesWithOffset'>,
  month: string,
): readonly number[] {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const first = format.format(start)
  // An event that ends at midnight has nothing of the next day.
  const last = format.format(end > start ? end - 1 : start)
  return weeksOf(month)
    .flat()
    .filter(day => day !== undefined)
    .filter(day => {
      const date = `${month}-${String(day).padStart(2, '0')}`
      return first <= date && date <= last
    })
}

/** A moment within the month, for its name in any time zone. */
export const middleOf = (month: string): number => Date.parse(`${month}-15T12:00:00Z`)
