/**
 * How dates are written everywhere people read them: pages, mails, PDFs and feeds. The day comes before the month, hours
 * are counted to 24, what two ends share is written once, and a zone is named where its hours could be misread.
 */

/** The parts of a date that can be pointed at: weekday, day and month as short as the language has them. */
export type DateParts = { readonly weekday: string; readonly day: string; readonly month: string }

/** Who reads the hours: by a clock in this zone, or somewhere unknown, as on paper and in mails. */
export type Reader = { readonly zone: string } | 'anywhere'

/** How one language writes times of one zone. Instants are epoch milliseconds. */
export type Dates = {
  /** "Saturday 15 May 2027" */
  day(instant: number): string
  /** "15 May 2027" */
  shortDay(instant: number): string
  /** "15 May" */
  dayAndMonth(instant: number): string
  /** "15 Sept", where there is little room */
  dayAndShortMonth(instant: number): string
  /** "09:00"; with the zone, as in "02:30 CEST", in the hour that comes twice in autumn */
  time(instant: number): string
  /** "Saturday 15 May 2027, 09:00"; with the zone where the reader's clock shows something else */
  moment(instant: number): string
  /** "Saturday 15 May 2027, 09:00–17:30"; on a line each "Saturday 15 May, 09:00 –", "Sunday 16 May 2027, 17:30" */
  spanLines(start: number, end: number): readonly string[]
  /** "9–10 June 2027" */
  days(start: number, end: number): string
  /** "May 2027" */
  month(instant: number): string
  /** Of a day; of what takes more than a day and a night "9–10", and "May–Jun" where the months differ. */
  tile(start: number, end: number): DateParts
}

/**
 * Dates in the words of `language` and the hours of `timeZone` (an IANA name). Without a reader a zone is named only where
 * an hour is ambiguous.
 */
export function datesIn(language: string, timeZone: string, reader?: Reader): Dates {
  const key = `${language} ${timeZone} ${typeof reader === 'object' ? reader.zone : (reader ?? '')}`
  const cached = made.get(key)
  if (cached) return cached
  if (made.size > 200) made.clear()
  const dates = makeDates(localeFor(language), timeZone, reader)
  made.set(key, dates)
  return dates
}

/** A format costs a hundred times what its use does, in time and in memory: few are kept. */
const made = new Map<string, Dates>()

function makeDates(locale: string, timeZone: string, reader: Reader | undefined): Dates {
  const format = (options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(locale, { timeZone, ...options }))
  const written = (options: Intl.DateTimeFormatOptions) => {
    const formatter = format(options)
    return (instant: number) => plain(formatter().format(instant))
  }
  const part = (options: Intl.DateTimeFormatOptions, type: Intl.DateTimeFormatPartTypes) => {
    const formatter = format(options)
    return (instant: number) =>
      formatter()
        .formatToParts(instant)
        .find(one => one.type === type)?.value ?? timeZone
  }
  const ofYear = { day: 'numeric', month: 'long', year: 'numeric' } as const
  const hours = written({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const zone = part({ timeZoneName: 'short' }, 'timeZoneName')
  const [year, dayOfMonth, shortMonth, weekday] = [
    written({ year: 'numeric' }),
    written({ day: 'numeric' }),
    written({ month: 'short' }),
    written({ weekday: 'short' }),
  ]
  const day = written({ weekday: 'long', ...ofYear })
  const dayOfYear = written({ weekday: 'long', day: 'numeric', month: 'long' })
  const [shortDay, dayAndMonth] = [written(ofYear), written({ day: 'numeric', month: 'long' })]
  const dayAndShortMonth = written({ day: 'numeric', month: 'short' })
  const month = written({ month: 'long', year: 'numeric' })
  const range = format(ofYear)
  const isAmbiguous = (instant: number) => comesTwice(timeZone, instant)
  const time = (instant: number) => (isAmbiguous(instant) ? `${hours(instant)} ${zone(instant)}` : hours(instant))
  const zoned = (text: string, instant: number) =>
    isElsewhere(reader, timeZone, instant) && !isAmbiguous(instant) ? `${text} ${zone(instant)}` : text
  const spanLines = (start: number, end: number): readonly string[] => {
    if (day(start) === day(end)) return [zoned(`${day(start)}, ${time(start)}–${time(end)}`, end)]
    const first = year(start) === year(end) ? dayOfYear(start) : day(start)
    return [`${first}, ${time(start)} –`, zoned(`${day(end)}, ${time(end)}`, end)]
  }
  const parts = (instant: number) => ({
    weekday: weekday(instant),
    day: digits(dayOfMonth(instant)),
    month: shortMonth(instant),
  })
  return {
    day,
    shortDay,
    dayAndMonth,
    dayAndShortMonth,
    time,
    moment: instant => zoned(`${day(instant)}, ${time(instant)}`, instant),
    spanLines,
    days: (start, end) =>
      month(start) === month(end)
        ? plain(range().formatRange(start, end))
        : `${year(start) === year(end) ? dayAndMonth(start) : shortDay(start)} – ${shortDay(end)}`,
    month,
    tile: (start, end) => (end - start <= DAY_AND_NIGHT_MS ? parts(start) : bothParts(parts(start), parts(end))),
  }
}

/** May the reader's clock show something else then? */
const isElsewhere = (reader: Reader | undefined, timeZone: string, instant: number): boolean =>
  reader !== undefined &&
  (reader === 'anywhere' || minutesEast(reader.zone, instant) !== minutesEast(timeZone, instant))

/** A night that ends in the morning is no second day. */
const DAY_AND_NIGHT_MS = 24 * 3_600_000

const bothParts = (start: DateParts, end: DateParts): DateParts => ({
  weekday: between(start.weekday, end.weekday),
  day: between(start.day, end.day),
  month: start.month === end.month ? start.month : between(start.month, end.month),
})

const between = (start: string, end: string): string => `${start}–${end}`

/** Browsers and the server have different versions of the world's formats: English without a comma after the weekday, and plain blanks. */
const plain = (text: string): string =>
  text
    .replace(/^(\p{L}+), (?=\d+ \p{L}+( \d{4})?$)/u, '$1 ')
    .replace(/[\u2009\u202f ]?–[\u2009\u202f ]?/gu, '–')
    .replaceAll(/[\u2009\u202f]/gu, ' ')

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= make())
}

/** Some languages write the day as "15." or "15日"; a calendar leaf shows only the figure. */
const digits = (text: string): string => /\p{Nd}+/u.exec(text)?.[0] ?? text

/** Does the clock of the zone show this hour twice, before and after it is set back? */
function comesTwice(timeZone: string, instant: number): boolean {
  const east = minutesEast(timeZone, instant)
  return [-1, 1].some(side => {
    const other = minutesEast(timeZone, instant + side * DAY_AND_NIGHT_MS)
    if (other === east) return false
    const shift = (east - other) * 60_000
    return Math.sign(shift) === side && minutesEast(timeZone, instant + shift) === other
  })
}

/** How far the wall clock of `timeZone` is ahead of UTC at an instant, in minutes. */
export function minutesEast(timeZone: string, instant: number): number {
  const format = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  clocks.set(timeZone, format)
  const [, sign = '', hours, minutes] = /(.)(\d+):(\d+)/.exec(format.format(instant).replace(/^.*,/, '')) ?? []
  return hours === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** English means the day first and 24 hours, as on all our pages. */
const localeFor = (language: string): string => (language === 'en' ? 'en-GB' : language)
