import { LRUCache } from 'lru-cache'
import { datesIn } from '#domain/foundation/language/dates.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Texts } from './texts.ts'

/** A moment written for a place and in a language. */
type DateToFormat = { readonly instant: Instant; readonly timeZone: string; readonly language: string }

/**
 * The moment written by a date pattern such as "EEE dd MMM yyyy". Patterns are texts that organisers may change, so
 * they keep the letters the contract documents: E weekday, d day, M month, y year, H hour of 24, m minute; repeated for
 * length ("EEE" short, "EEEE" full). Text between apostrophes is literal, and so is all that is no letter.
 * `undefined` where the pattern has a letter, or a number of them, that we don't know.
 */
export function formatDate(pattern: string, date: DateToFormat): string | undefined {
  const pieces = piecesOf(pattern)
  if (pieces === undefined) return undefined
  let text = ''
  for (const piece of pieces) {
    const written = 'literal' in piece ? piece.literal : FIELDS[piece.field]?.(date)
    if (written === undefined) return undefined
    text += written
  }
  return text
}

/**
 * One moment in many languages, each by its own pattern under `patternKey`. A language whose pattern can't be read is
 * left out (shop contract, "Formatted dates").
 */
export function dateMap(
  texts: Pick<Texts, 'text'>,
  moment: {
    readonly instant: Instant
    readonly timeZone: string
    readonly languages: readonly string[]
    readonly patternKey: string
  },
): Readonly<Record<string, string>> {
  const { instant, timeZone, languages, patternKey } = moment
  const map: Record<string, string> = {}
  for (const language of languages) {
    const text = formatDate(texts.text(language, patternKey), { instant, timeZone, language })
    if (text !== undefined) map[language] = text
  }
  return map
}

type Piece = { readonly literal: string } | { readonly field: string }

/** The pattern cut into fields and literal text; `undefined` when an apostrophe is left open. */
function piecesOf(pattern: string): readonly Piece[] | undefined {
  const cached = cutPatterns.get(pattern)
  if (cached !== undefined) return cached
  const pieces = cut(pattern)
  if (pieces !== undefined) cutPatterns.set(pattern, pieces)
  return pieces
}

/** A shop has a few patterns, and a list of events writes each thousands of times. */
const cutPatterns = new LRUCache<string, readonly Piece[]>({ max: 200 })

function cut(pattern: string): readonly Piece[] | undefined {
  const pieces: Piece[] = []
  for (const [piece, quoted, field] of pattern.matchAll(/'((?:[^']|'')*)'|(([A-Za-z])\3*)|[^]/g)) {
    if (field !== undefined) pieces.push({ field })
    else if (quoted !== undefined) pieces.push({ literal: quoted === '' ? "'" : quoted.replaceAll("''", "'") })
    else if (piece === "'") return undefined
    else pieces.push({ literal: piece })
  }
  return pieces
}

const FIELDS: Readonly<Record<string, (date: DateToFormat) => string>> = {
  EEE: date => word(date, 'weekday', 'short'),
  EEEE: date => word(date, 'weekday', 'long'),
  d: date => String(at(date).day),
  dd: date => twoDigits(at(date).day),
  M: date => String(at(date).month),
  MM: date => twoDigits(at(date).month),
  MMM: date => word(date, 'month', 'short'),
  MMMM: date => word(date, 'month', 'long'),
  yy: date => twoDigits(at(date).year % 100),
  yyyy: date => String(at(date).year).padStart(4, '0'),
  H: date => String(at(date).hour),
  HH: date => twoDigits(at(date).hour),
  m: date => String(at(date).minute),
  mm: date => twoDigits(at(date).minute),
}

/** A moment is written field by field and language by language: the last one is kept. */
let last: { readonly instant: Instant; readonly timeZone: string; readonly local: Temporal.ZonedDateTime } | undefined

function at({ instant, timeZone }: DateToFormat): Temporal.ZonedDateTime {
  if (last?.instant === instant && last.timeZone === timeZone) return last.local
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
  last = { instant, timeZone, local }
  return local
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** A name as it appears within a date: many languages inflect or shorten it differently when it is alone. */
function word(date: DateToFormat, type: 'weekday' | 'month', length: 'short' | 'long'): string {
  const { year, month, day } = at(date)
  const key = `${date.language} ${type} ${length} ${year}-${month}-${day}`
  const cached = words.get(key)
  if (cached !== undefined) return cached
  const written =
    wordFormat(date, type, length)
      .formatToParts(date.instant)
      .find(part => part.type === type)?.value ?? ''
  words.set(key, written)
  return written
}

/** Of a day in a language. Intl takes longer than all else of a date, and many events share their days. */
const words = new LRUCache<string, string>({ max: 5000 })

/** Making a format is a hundred times dearer than using it, and lists of events use the same few again and again. */
const wordFormats = new Map<string, Intl.DateTimeFormat>()

function wordFormat(date: DateToFormat, type: 'weekday' | 'month', length: 'short' | 'long'): Intl.DateTimeFormat {
  const { timeZone, language } = date
  const name = [language, timeZone, type, length].join(' ')
  const cached = wordFormats.get(name)
  if (cached) return cached
  const format = new Intl.DateTimeFormat(language, { timeZone, day: 'numeric', [type]: length })
  wordFormats.set(name, format)
  return format
}

/** When something takes place: its beginning, its end, and the IANA zone both are shown in. */
export type TimeSpan = { readonly start: Instant; readonly end: Instant; readonly timeZone: string }

/** "Saturday 15 May 2027, 09:00–17:30 CEST": on paper and in mails the zone is always named, for people read them anywhere. */
export const timeSpanText = (span: TimeSpan, language: string): string => timeSpanLines(span, language).join(' ')

/** As `timeSpanText`, on a line for each of the two days when there are two. */
export function timeSpanLines(span: TimeSpan, language: string): readonly string[] {
  const { start, end, timeZone } = span
  const key = `${start} ${end} ${timeZone} ${language}`
  const lines = spanLines.get(key) ?? datesIn(language, timeZone, 'anywhere').spanLines(start, end)
  spanLines.set(key, lines)
  return lines
}

/** Each mail and each ticket of an event says the same; writing it takes as long as writing half of the mail. */
const spanLines = new LRUCache<string, readonly string[]>({ max: 500 })

/** By whose clock and in whose words a date is shown, in mails and documents. */
type Place = { readonly timeZone: string; readonly language: string }

/** "Friday 7 May 2027, 12:00 CEST": a moment by which something must be done. */
export const momentText = (moment: Instant, { timeZone, language }: Place): string =>
  datesIn(language, timeZone, 'anywhere').moment(moment)

/** "Saturday 15 May 2027" */
export const longDate = (moment: Instant, { timeZone, language }: Place): string =>
  datesIn(language, timeZone).day(moment)

/** Is there such a zone? Named ones only: an offset such as "+02:00" knows no summer time. */
export function zoneExists(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
