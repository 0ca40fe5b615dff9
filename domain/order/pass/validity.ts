import type { PassValidity } from '#domain/catalog/catalog/pass.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { BoughtPass } from './bought-pass.ts'

/**
 * When a pass can be used that is confirmed at this moment (domain rules 7.1). A STANDARD one is good at once, until the last
 * second of the day so many days, months or years later, by the clock of its zone; a day that a month does not have is its
 * last one.
 */
export function validFrom(
  validity: PassValidity,
  { confirmedAt, timeZone }: { readonly confirmedAt: Instant; readonly timeZone: string },
): BoughtPass['valid'] {
  switch (validity.kind) {
    case 'STANDARD':
      return { from: confirmedAt, to: endOfLastDay(validity, confirmedAt, timeZone) }
    case 'CUSTOM':
      return { from: validity.from, to: validity.to }
    case 'NOT_SET':
      return { from: null, to: null }
    default:
      return validity satisfies never
  }
}

type Standard = Extract<PassValidity, { kind: 'STANDARD' }>

function endOfLastDay({ units, unit }: Standard, confirmedAt: Instant, timeZone: string): Instant {
  const first = Temporal.Instant.fromEpochMilliseconds(confirmedAt).toZonedDateTimeISO(timeZone).toPlainDate()
  const last = first.add(spanOf(units, unit))
  const end = last.toPlainDateTime({ hour: 23, minute: 59, second: 59 }).toZonedDateTime(timeZone)
  return instant(end.epochMilliseconds)
}

function spanOf(units: number, unit: Standard['unit']): Temporal.DurationLike {
  switch (unit) {
    case 'DAYS':
      return { days: units }
    case 'MONTHS':
      return { months: units }
    case 'YEARS':
      return { years: units }
    default:
      return unit satisfies never
  }
}
