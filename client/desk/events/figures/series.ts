import type { SoldDay } from '#contract/desk-figures.ts'

/** The days of a sale as a chart shows them. */

const DAY_MS = 86_400_000

/** More days than these are shown as weeks, and more weeks than these as months. */
const MOST_DAYS = 70
const MOST_WEEKS = 80

/** So many days or weeks, from the first day `from` on: YYYY-MM-DD. */
export type Bin = { readonly from: string; readonly until: string; readonly tickets: number }
export type Step = 'day' | 'week' | 'month'

const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
const written = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Tickets by day, week or month (28 days), from the first sale to the last, with those on which nothing was sold. */
export function binned(days: readonly SoldDay[]): { readonly step: Step; readonly bins: readonly Bin[] } {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return { step: 'day', bins: [] }
  const [from, until] = [dayNumber(first.day), dayNumber(last.day)]
  const count = until - from + 1
  const step: Step = count <= MOST_DAYS ? 'day' : count <= MOST_WEEKS * 7 ? 'week' : 'month'
  const width = { day: 1, week: 7, month: 28 }[step]
  const sums = Array.from({ length: Math.ceil(count / width) }, () => 0)
  for (const { day, tickets } of days) {
    const index = Math.floor((dayNumber(day) - from) / width)
    sums[index] = (sums[index] ?? 0) + tickets
  }
  const bins = sums.map((tickets, index) => {
    const begins = from + index * width
    return { from: written(begins), until: written(Math.min(until, begins + width - 1)), tickets }
  })
  return { step, bins }
}

/** How many tickets were sold in all by so many days before the event began; those after it count as of the day itself. */
export type Sofar = { readonly daysBefore: number; readonly tickets: number }

/** The growing sum of a sale, the earliest day first; one entry for each day on which something was sold. */
export function soldSoFar(days: readonly SoldDay[], startDay: string): readonly Sofar[] {
  const start = dayNumber(startDay)
  let tickets = 0
  const all = days.map(({ day, tickets: sold }) => {
    tickets += sold
    return { daysBefore: Math.max(0, start - dayNumber(day)), tickets }
  })
  return all.filter(({ daysBefore }, index) => all[index + 1]?.daysBefore !== daysBefore)
}

/** The sum by so many days before; 0 before the first sale. */
export function soldBy(sums: readonly Sofar[], daysBefore: number): number {
  return sums.filter(sum => sum.daysBefore >= daysBefore).at(-1)?.tickets ?? 0
}

/** On these days before its start an event is compared with another one. */
export const COMPARED_DAYS: readonly number[] = [180, 90, 60, 30, 14, 7, 3, 1, 0]

type Conversion = { readonly views: number; readonly begun: number; readonly orders: number }

/** The sums of all channels: views of the page, orders begun, orders completed. */
export function conversionOf(channels: readonly Conversion[]): Conversion {
  const sum = (of: keyof Conversion) => channels.reduce((all, channel) => all + channel[of], 0)
  return { views: sum('views'), begun: sum('begun'), orders: sum('orders') }
}

/** For a hundred views, to a tenth; more than a hundred where orders came without one. */
export const perHundred = (count: number, views: number): number => Math.round((count * 1000) / views) / 10
