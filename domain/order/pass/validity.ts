import type { Pass, PassValidity } from '#domain/catalog/catalog/pass.ts'
import { type Instant, after, days, instant } from '#domain/foundation/instant.ts'
import { type BoughtPass, passHas } from './bought-pass.ts'
import { type Outcome, acceptedUnless } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'

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

/** What an organiser adds to a bought pass; null: nothing of this. */
export type PassExtension = { readonly validTo: Instant | null; readonly maxEntries: number | null }

/** From when on it is good, until when, and for how many entries. */
export type Extended = Pick<BoughtPass, 'maxEntries'> & { readonly validTo: Instant | null }

/**
 * What a bought pass is after an extension. Only more can be given: its owner has paid for what there is. An unchanged
 * value is no mistake, so that the same request can be repeated.
 */
export function extendedPass(
  { status, maxEntries, valid }: Pick<BoughtPass, 'status' | 'maxEntries' | 'valid'>,
  extension: PassExtension,
): Outcome<Extended> {
  const problems: Problem[] = []
  if (!passHas({ status }, 'isAcquired')) problems.push(problem('extension-of-unsold'))
  if (extension.validTo === null && extension.maxEntries === null) problems.push(problem('extension-of-nothing'))
  if (extension.validTo !== null && valid.to === null) problems.push(problem('extension-of-endless'))
  if (extension.validTo !== null && valid.to !== null && extension.validTo < valid.to)
    problems.push(problem('extension-shorter'))
  if (extension.maxEntries !== null && maxEntries === null) problems.push(problem('extension-of-unlimited'))
  if (extension.maxEntries !== null && maxEntries !== null && extension.maxEntries < maxEntries)
    problems.push(problem('extension-fewer'))
  return acceptedUnless(problems, {
    validTo: extension.validTo ?? valid.to,
    maxEntries: extension.maxEntries ?? maxEntries,
  })
}

/** What decides whether the owner of a pass is reminded of its end. */
type EndingPass = {
  /** From when on it is good; when it was bought where it is open at that end. */
  readonly from: Instant
  readonly to: Instant
}

/**
 * Is it time to remind the owner? In the last days of a pass that is good for at least twice as long: an owner who has
 * just bought one for a week needs no reminder. `ahead`: days; 0: no reminders (lifecycle A.4).
 */
export function isTimeToRemind({ from, to }: EndingPass, ahead: number, now: Instant): boolean {
  return ahead > 0 && now < to && after(to, -days(ahead)) <= now && to - from >= 2 * days(ahead)
}

/** Can it be bought now, if any are left? From the first moment of its sale until before the end. */
export function isPassOnSale({ onSale: { start, end } }: Pick<Pass, 'onSale'>, now: Instant): boolean {
  return start <= now && (end === null || now < end)
}
