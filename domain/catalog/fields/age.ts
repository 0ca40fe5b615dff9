/** Days are written as 2026-12-31, so that they can be compared as texts. */

/** Is it a day of the calendar? */
export function isDay(text: string): boolean {
  const [year, month, day] = partsOf(text)
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/** Years of age on a day, as people count them: a birthday completes a year. */
export function completedYears(born: string, today: string): number {
  const years = partsOf(today)[0] - partsOf(born)[0]
  return today.slice(5) < born.slice(5) ? years - 1 : years
}

/** Years of age counted up: with the year that has been begun. */
export function begunYears(born: string, today: string): number {
  const years = completedYears(born, today)
  return today.slice(5) === born.slice(5) ? years : years + 1
}

function partsOf(text: string): readonly [year: number, month: number, day: number] {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : [0, 0, 0]
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}
