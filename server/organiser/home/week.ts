import type { Week } from '#contract/desk-home.ts'
import { type Principal, isNothing, reachOf } from '#domain/access/principal/principal.ts'
import { NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { minor, printed, sum } from '#domain/foundation/money/money.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type DayRow, confirmedDays } from './coming-store.ts'

const DAYS = 28
const WEEK = 7

/**
 * What was confirmed in this week and the one before, by currency; null where money is not for the caller. One statement.
 * @param timeZone By whose days it is counted; UTC where it is no zone.
 */
export async function readWeeks(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  { by, timeZone }: { readonly by: Principal; readonly timeZone: string },
): Promise<Week[] | null> {
  const reach = reachOf(by, 'manage-orders')
  if (isNothing(reach)) return null
  const rows = await confirmedDays(db, { reach, now: clock.now(), timeZone: isZone(timeZone) ? timeZone : 'UTC' })
  const byCurrency = [...Map.groupBy(rows, row => row.currency)]
  return byCurrency
    .map(([code, ofCurrency]) => ({ week: weekOf(code, ofCurrency), weight: total(ofCurrency) }))
    .sort((one, other) => (other.weight > one.weight ? 1 : -1))
    .map(({ week }) => week)
}

const total = (rows: readonly DayRow[]): bigint => rows.reduce((all, { amount }) => all + amount, 0n)

function weekOf(written: string, rows: readonly DayRow[]): Week {
  const code = currency(written) ?? NO_CURRENCY
  const within = (from: number, until: number) => rows.filter(({ daysAgo }) => daysAgo >= from && daysAgo < until)
  const price = (some: readonly DayRow[]): string => printed(sum(some.map(({ amount }) => minor(amount))), code)
  const thisWeek = within(0, WEEK)
  return {
    currency: code,
    week: price(thisWeek),
    weekBefore: price(within(WEEK, 2 * WEEK)),
    orders: thisWeek.reduce((all, { orders }) => all + orders, 0),
    days: Array.from({ length: DAYS }, (_, index) => price(within(DAYS - 1 - index, DAYS - index))),
  }
}

/** A name of a zone, and no offset, which PostgreSQL reads the other way round. */
function isZone(timeZone: string): boolean {
  if (!/^[A-Za-z]/.test(timeZone)) return false
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone).timeZoneId !== ''
  } catch {
    return false
  }
}
