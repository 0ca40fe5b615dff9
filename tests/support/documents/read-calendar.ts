import ICAL from 'ical.js'

/** An entry as a calendar reads it. */
export type ReadEntry = {
  readonly uid: string
  readonly sequence: number
  readonly summary: string
  readonly description: string
  readonly location: string
  readonly url: string
  readonly status: string
  /** When this version was published. */
  readonly stamp: string
  /** By the clock of the place, and the place whose clock it is. */
  readonly start: string
  readonly end: string
  readonly timeZone: string
  /** Computed by the rules of that clock in the file itself. */
  readonly startInstant: number
  readonly endInstant: number
  /** When it reminds, counted from its beginning: "-P7D". */
  readonly alarms: readonly string[]
}

export type ReadCalendar = {
  readonly name: string
  readonly method: string
  readonly timeZones: readonly string[]
  readonly entries: readonly ReadEntry[]
}

/** Reads an iCalendar file with the parser of others. */
export function readCalendar(file: string): ReadCalendar {
  const calendar = new ICAL.Component(ICAL.parse(file))
  return {
    name: textOf(calendar, 'x-wr-calname'),
    method: textOf(calendar, 'method'),
    timeZones: calendar.getAllSubcomponents('vtimezone').map(zone => textOf(zone, 'tzid')),
    entries: calendar.getAllSubcomponents('vevent').map(readEntry),
  }
}

function readEntry(entry: ICAL.Component): ReadEntry {
  const start = timeOf(entry, 'dtstart')
  const end = timeOf(entry, 'dtend')
  return {
    uid: textOf(entry, 'uid'),
    sequence: Number(textOf(entry, 'sequence')),
    summary: textOf(entry, 'summary'),
    description: textOf(entry, 'description'),
    location: textOf(entry, 'location'),
    url: textOf(entry, 'url'),
    status: textOf(entry, 'status'),
    stamp: textOf(entry, 'dtstamp'),
    start: start.toString(),
    end: end.toString(),
    timeZone: start.zone?.tzid ?? 'floating',
    startInstant: start.toUnixTime() * 1000,
    endInstant: end.toUnixTime() * 1000,
    alarms: entry.getAllSubcomponents('valarm').map(alarm => textOf(alarm, 'trigger')),
  }
}

/** Empty where the property is missing. */
function textOf(component: ICAL.Component, property: string): string {
  return String(component.getFirstPropertyValue(property) ?? '')
}

function timeOf(component: ICAL.Component, property: string): ICAL.Time {
  const value = component.getFirstPropertyValue(property)
  if (value instanceof ICAL.Time) return value
  throw new Error(`no ${property}`)
}
