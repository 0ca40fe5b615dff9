import { type Instant, instant } from '#domain/foundation/instant.ts'

/** The last day of a pass in a calendar, and how many days before it its holder is reminded. */
export type LastDay = { readonly day: Temporal.PlainDate; readonly reminderDays: number }

const A_WEEK = 7

/**
 * The last day on which a pass can be used, by the clock of its zone: an end at midnight belongs to the day before. The reminder is a
 * week before; a day before where the pass is good for less than a week from `begins`; and on the day itself where it has no other.
 */
export function lastDayOf({
  begins,
  ends,
  timeZone,
}: {
  /** From when it has an owner and can be used. */
  readonly begins: Instant
  readonly ends: Instant
  readonly timeZone: string
}): LastDay {
  const dayOf = (moment: Instant) =>
    Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDate()
  const day = dayOf(instant(ends - 1))
  const { days } = dayOf(begins).until(day, { largestUnit: 'day' })
  return { day, reminderDays: days > A_WEEK ? A_WEEK : Math.max(0, Math.min(1, days)) }
}
