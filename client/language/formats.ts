/** The parts of a date that can be pointed at: weekday, day and month as short as the language has them. */
export type DateParts = { readonly weekday: string; readonly day: string; readonly month: string }

/** How one language writes times of one zone. */
type Dates = {
  /** "Saturday 15 May 2027" */
  day(instant: number): string
  /** "15 May 2027" */
  shortDay(instant: number): string
  /** "15 May" */
  dayAndMonth(instant: number): string
  /** "09:00" */
  time(instant: number): string
  /** "9 – 10 June 2027" */
  days(start: number, end: number): string
  /** "Saturday 15 May 2027, 09:00" */
  moment(instant: number): string
  /** "May 2027" */
  month(instant: number): string
  parts(instant: number): DateParts
  /** "Central European Summer Time" */
  zoneName(instant: number): string
}

/** Dates in the words of `language` and the hours of `timeZone` (an IANA name). */
export function datesIn(language: string, timeZone: string): Dates {
  const key = `${language} ${timeZone}`
  const cached = made.get(key)
  if (cached) return cached
  const dates = makeDates(localeFor(language), timeZone)
  made.set(key, dates)
  return dates
}

const made = new Map<string, Dates>()

function makeDates(locale: string, timeZone: string): Dates {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, { timeZone, ...options })
    return (instant: number) => formatter.format(instant).replaceAll('\u202f', ' ')
  }
  const day = longDay(locale, timeZone)
  const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const weekday = format({ weekday: 'short' })
  const dayOfMonth = format({ day: 'numeric' })
  const month = format({ month: 'short' })
  const range = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'long', year: 'numeric' })
  return {
    day,
    days: (start, end) => range.formatRange(start, end).replaceAll('\u2009', ' '),
    shortDay: format({ day: 'numeric', month: 'long', year: 'numeric' }),
    dayAndMonth: format({ day: 'numeric', month: 'long' }),
    time,
    moment: instant => `${day(instant)}, ${time(instant)}`,
    month: format({ month: 'long', year: 'numeric' }),
    parts: instant => ({ weekday: weekday(instant), day: digits(dayOfMonth(instant)), month: month(instant) }),
    zoneName: instant => zoneName(locale, timeZone, instant),
  }
}

/** English puts no comma between weekday and day here: "Saturday 15 May 2027". Every other language as it does. */
function longDay(locale: string, timeZone: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  if (!locale.startsWith('en')) return instant => format.format(instant)
  return instant => format.format(instant).replace(/^(\p{L}+), /u, '$1 ')
}

/** Some languages write the day as "15." or "15日"; a calendar leaf shows only the figure. */
const digits = (text: string): string => /\p{Nd}+/u.exec(text)?.[0] ?? text

function zoneName(locale: string, timeZone: string, instant: number): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' }).formatToParts(instant)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** How far the wall clock of `timeZone` is ahead of UTC at an instant, in minutes. */
export function minutesEast(timeZone: string, instant: number): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const value = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const part = (name: Intl.DateTimeFormatPartTypes) => value.get(name) ?? 0
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  return Math.round((wall - instant) / 60_000)
}

/** A plain decimal as the server writes it: "20.00", "-3.5". */
type Decimal = `${number}`

const isDecimal = (text: string): text is Decimal => /^-?\d+(\.\d+)?$/.test(text)

/** Is this price nothing? "0", "0.00". */
export const isZero = (price: string): boolean => /^-?0+(\.0+)?$/.test(price)

/**
 * An amount with its currency, in the language's way: "CHF 120.00". Decimals beyond the currency's own are kept only
 * where they say something ("0.1250" EUR is "€0.125"). Text that is no plain number is shown as it is.
 */
export function formatAmount(price: string, currency: string, language: string): string {
  if (!isDecimal(price)) return price
  return amountFormat(currency, language).format(trimmed(price))
}

/** The same without decimals where there are none, for lists: "CHF 120", "CHF 17.50". */
export const formatShortAmount = (price: string, currency: string, language: string): string =>
  formatAmount(price, currency, language).replace(/[.,]00(?!\d)/, '')

/** Without redundant zeros: "8.10" is "8.1", "20.00" is "20". */
export function trimmed(decimal: Decimal): Decimal
export function trimmed(decimal: string): string
export function trimmed(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}

/** A percentage without redundant zeros, in the language's way: "8.1", in German "8,1". */
export function formatPercentage(percentage: string, language: string): string {
  if (!isDecimal(percentage)) return percentage
  return new Intl.NumberFormat(localeFor(language), { maximumFractionDigits: 4 }).format(trimmed(percentage))
}

const formats = new Map<string, Intl.NumberFormat>()

function amountFormat(currency: string, language: string): Intl.NumberFormat {
  const key = `${language} ${currency}`
  const cached = formats.get(key)
  if (cached) return cached
  const plain = new Intl.NumberFormat(localeFor(language, currency), { style: 'currency', currency })
  const { minimumFractionDigits = 2 } = plain.resolvedOptions()
  const format = new Intl.NumberFormat(localeFor(language, currency), {
    style: 'currency',
    currency,
    minimumFractionDigits,
    maximumFractionDigits: Math.max(minimumFractionDigits, 6),
  })
  formats.set(key, format)
  return format
}

/**
 * The locale that numbers and dates are written in. English means the day first and 24 hours, as on all our pages;
 * francs are written the Swiss way in the languages of Switzerland.
 */
function localeFor(language: string, currency?: string): string {
  if (currency === 'CHF' && ['de', 'fr', 'it'].includes(language)) return `${language}-CH`
  return language === 'en' ? 'en-GB' : language
}
