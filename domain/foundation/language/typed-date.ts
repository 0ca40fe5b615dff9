/**
 * Dates as people type them at the desk, in the order in which all our languages write them: day, month, year. A year of two digits
 * is one of this century; without a year it is the next such day from `today`.
 */

/** "2027-05-15" for what was typed; undefined where it is no date that exists. `today` as "2027-05-01". */
export function dateFromTyped(typed: string, language: string, today: string): string | undefined {
  const text = typed.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return existing(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = /^(\d{1,2})(?:[\s./-]+|(?=\p{L}))(\d{1,2}|\p{L}+)\.?(?:[\s./-]+(\d{2}|\d{4}))?\.?$/u.exec(text)
  if (!parts) return undefined
  const [, day = '', month = '', year] = parts
  const number = /^\d/.test(month) ? Number(month) : monthNamed(month, language)
  if (number === undefined) return undefined
  if (year !== undefined)
    return existing(year.length === 2 ? CENTURY + Number(year) : Number(year), number, Number(day))
  const present = Number(today.slice(0, 4))
  const soon = existing(present, number, Number(day))
  return soon !== undefined && soon >= today ? soon : existing(present + 1, number, Number(day))
}

const CENTURY = 2000

/** "09:00" for "9", "9.00", "0900", "9h30", "9 pm"; undefined where it is no time of day. */
export function timeFromTyped(typed: string): string | undefined {
  const parts = /^(\d{1,2}?)\s*[:.h ]?\s*(\d{2})?\s*h?\s*(am|pm)?$/i.exec(typed.trim())
  if (!parts) return undefined
  const [, hours = '', minutes = '00', half] = parts
  const given = Number(hours)
  if (half !== undefined && (given < 1 || given > 12)) return undefined
  const hour = half === undefined ? given : (given % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59) return undefined
  return `${pad(hour)}:${minutes}`
}

/** "15.05.2027", in English "15/05/2027": how a date is written in a field, and read back by `dateFromTyped`. */
export function dateToType(date: string, language: string): string {
  const [year, month, day] = date.split('-')
  return [day, month, year].join(language === 'de' ? '.' : '/')
}

/** A month by its name or the beginning of it, three letters at least where it is not the whole. */
function monthNamed(name: string, language: string): number | undefined {
  const searched = name.toLocaleLowerCase(language)
  const names = Array.from({ length: 12 }, (_, month) =>
    new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2027, month, 15)),
  )
  const found = names.flatMap((month, index) => {
    const whole = month.toLocaleLowerCase(language)
    return whole === searched || (searched.length >= 3 && whole.startsWith(searched)) ? [index + 1] : []
  })
  return found.length === 1 ? found[0] : undefined
}

/** The date, where the calendar has it: there is no 31 February. */
function existing(year: number, month: number, day: number): string | undefined {
  const moment = new Date(Date.UTC(year, month - 1, day))
  const isThere = moment.getUTCFullYear() === year && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day
  return isThere ? `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}` : undefined
}

const pad = (number: number): string => String(number).padStart(2, '0')
