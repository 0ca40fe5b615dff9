import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { Event } from './event.ts'

type When = Pick<Event, 'startsAt' | 'endsAt' | 'timeZone'>

const dayOf = (moment: Instant, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDate()

/** The month of a moment where the event takes place: "2027-05". */
export function monthOf(moment: Instant, timeZone: string): string {
  return dayOf(moment, timeZone).toPlainYearMonth().toString()
}

/** What ends at midnight does not reach into the day that begins then. */
const lastMoment = ({ startsAt, endsAt }: When): Instant => instant(Math.max(startsAt, endsAt - 1))

/** Does a part of the event fall into the month ("2027-05")? */
export function takesPlaceIn(month: string, when: When): boolean {
  const { startsAt, timeZone } = when
  return monthOf(startsAt, timeZone) <= month && month <= monthOf(lastMoment(when), timeZone)
}

const SATURDAY = 6

/** Does a part of the event fall on the Saturday or Sunday of this week that is not over, by the clock of its place? */
export function takesPlaceOnWeekend(when: When, now: Instant): boolean {
  const { startsAt, timeZone } = when
  const today = dayOf(now, timeZone)
  const saturday = today.add({ days: Math.max(0, SATURDAY - today.dayOfWeek) })
  const sunday = today.add({ days: 7 - today.dayOfWeek })
  const compare = (a: Temporal.PlainDate, b: Temporal.PlainDate): number => Temporal.PlainDate.compare(a, b)
  return compare(dayOf(startsAt, timeZone), sunday) <= 0 && compare(saturday, dayOf(lastMoment(when), timeZone)) <= 0
}
