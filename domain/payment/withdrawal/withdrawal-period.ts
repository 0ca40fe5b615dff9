import { type Instant, instant } from '#domain/foundation/instant.ts'

export type WithdrawalPeriod = {
  /** The last day on which the contract can be withdrawn from: 2027-05-31. */
  readonly lastDay: string
  /** The moment that day is over; too late from then on. */
  readonly until: Instant
}

const SATURDAY = 6
const MONDAY_AFTER = 8

type Contract = { readonly confirmedAt: Instant; readonly timeZone: string; readonly days: number }

/**
 * How long a contract can be withdrawn from, by the clock of the pass. The day of the contract does not count, the last day
 * counts whole, and one that is a Saturday or a Sunday leads on to Monday (Regulation 1182/71, article 3). Public holidays,
 * which differ from place to place, are not known.
 */
export function withdrawalPeriod({ confirmedAt, timeZone, days }: Contract): WithdrawalPeriod {
  const first = Temporal.Instant.fromEpochMilliseconds(confirmedAt).toZonedDateTimeISO(timeZone).toPlainDate()
  const counted = first.add({ days })
  const lastDay = counted.dayOfWeek >= SATURDAY ? counted.add({ days: MONDAY_AFTER - counted.dayOfWeek }) : counted
  const over = lastDay.add({ days: 1 }).toZonedDateTime(timeZone)
  return { lastDay: lastDay.toString(), until: instant(over.epochMilliseconds) }
}
