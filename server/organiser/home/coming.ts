import type { ComingEvent, NextStep } from '#contract/desk-home.ts'
import { type Principal, type Reach, isNothing, may, reachOf } from '#domain/access/principal/principal.ts'
import { type Instant, after, days } from '#domain/foundation/instant.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import { fromWall, onWall } from '#domain/foundation/wall-clock.ts'
import { firstDayToAsk } from '#domain/order/reminder/reminder-times.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { type Everywhere, numberEverywhere } from '#server/foundation/setting/settings.ts'
import {
  type ComingRow,
  type Figures,
  type MoneyRow,
  type SaleRow,
  comingEvents,
  figuresOf,
  keptEvents,
  moneyOf,
  salesOf,
} from './coming-store.ts'
import { presentThing } from './needs.ts'

/** Of what happens by itself to an event, so much is shown. */
const SHOWN_STEPS = 3

type Caller = { readonly by: Principal; readonly language: string }
type Coming = { readonly coming: ComingEvent[]; readonly comingCount: number }

/** Who works for an event sees it come, whatever they do there. */
export const reachOfHome = (by: Principal): Reach => reachOf(by, 'manage-events', 'manage-orders', 'see-entrance')

/** The next events with their seats and what happens by itself; money is for those who manage orders. Five statements. */
export async function readComing({ db, clock }: Pick<Shop, 'db' | 'clock'>, caller: Caller): Promise<Coming> {
  const now = clock.now()
  const rows = await comingEvents(db, reachOfHome(caller.by), now)
  const ids = rows.map(({ contextId }) => contextId)
  const [figures, money, sales, reminderStart] = await Promise.all([
    figuresOf(db, ids, now),
    moneyOf(db, ids),
    salesOf(db, ids, now),
    numberEverywhere(db, 'ASSIGNMENT_REMINDER_START'),
  ])
  const coming = rows.map(row => present(row, { figures, money, sales, reminderStart, now, caller }))
  return { coming, comingCount: rows[0]?.count ?? 0 }
}

type Read = {
  readonly figures: readonly Figures[]
  readonly money: readonly MoneyRow[]
  readonly sales: readonly SaleRow[]
  readonly reminderStart: Everywhere<number>
  readonly now: Instant
  readonly caller: Caller
}

function present(row: ComingRow, read: Read): ComingEvent {
  const { contextId, organizationId, status, organization, startsAt, timeZone, place, capacity } = row
  const { by, language } = read.caller
  const counted = read.figures.find(({ id }) => id === contextId)
  const { sold = 0, held = 0, soldInWeek = 0, waiting = 0 } = counted ?? {}
  const isPaid = may(by, 'manage-orders', { organizationId, eventId: contextId })
  return {
    ...presentThing(row, language),
    status,
    organization,
    startsAt,
    timeZone,
    place,
    capacity,
    sold,
    held,
    soldInWeek,
    waiting,
    money: isPaid ? read.money.filter(({ id }) => id === contextId).map(presentMoney) : null,
    next: stepsOf(row, read).slice(0, SHOWN_STEPS),
  }
}

function presentMoney({ currency: written, amount }: MoneyRow) {
  const code = currency(written) ?? NO_CURRENCY
  return { amount: printed(minor(amount), code), currency: code }
}

/** What happens by itself to one event, the next first. Nothing of a draft is on sale, and no reminder is sent. */
function stepsOf({ contextId, organizationId, status, startsAt, timeZone }: ComingRow, read: Read): NextStep[] {
  if (status !== 'PUBLIC') return []
  const { now, reminderStart } = read
  const sales = read.sales.filter(({ id }) => id === contextId)
  const daysBefore = reminderStart.at({ contextId, organizationId })
  const steps: NextStep[] = [
    ...together('sale-starts', sales, sale => sale.startsAt),
    ...together('sale-ends', sales, sale => sale.endsAt),
    { kind: 'names-asked', at: fromWall(firstDayToAsk(onWall(startsAt, timeZone), daysBefore), timeZone), of: null },
    { kind: 'begins', at: startsAt, of: null },
  ]
  return steps.filter(({ at }) => at > now).sort((one, other) => one.at - other.at)
}

/** Sales that begin or end at the same moment are one step; it has a name where it is of one category. */
function together(
  kind: 'sale-starts' | 'sale-ends',
  sales: readonly SaleRow[],
  momentOf: (sale: SaleRow) => Instant,
): NextStep[] {
  return [...Map.groupBy(sales, momentOf)].map(([at, [first, another]]) => ({
    kind,
    at,
    of: another ? null : (first?.name ?? null),
  }))
}

/** Whose personal data are erased next, and when; null where none are. Two statements. */
export async function readErasure(
  { db, clock }: { readonly db: Queryable; readonly clock: Shop['clock'] },
  { by, language }: Caller,
): Promise<{ readonly title: string; readonly at: number } | null> {
  const reach = reachOf(by, 'manage-events')
  const terms = await numberEverywhere(db, 'RETENTION_DAYS')
  if (isNothing(reach) || terms.values.every(count => count === 0)) return null
  const now = clock.now()
  const due = (await keptEvents(db, reach, now)).flatMap(({ contextId, organizationId, endsAt, title }) => {
    const count = terms.at({ contextId, organizationId })
    const at = after(endsAt, days(count))
    return count === 0 || at <= now ? [] : [{ title: inLanguage(title, language), at }]
  })
  const [first] = due.sort((one, other) => one.at - other.at)
  return first ?? null
}
