import type { MoneyDay, MoneyDays, MoneySum, Movement } from '#contract/desk-money.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import { shortId } from '#domain/order/reservation/reservation.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import {
  type DayRow,
  type MoneyScope,
  type MovementPlace,
  type MovementRow,
  listMovements,
  moneyByDay,
} from './movement-store.ts'

/** The money of each day, and what it comes to: one statement. */
export async function readMoneyDays(db: Queryable, scope: MoneyScope): Promise<MoneyDays> {
  const rows = await moneyByDay(db, scope)
  return { days: rows.map(row => ({ day: row.day, method: row.method, ...presentSums(row) })), sums: sumsOf(rows) }
}

type Figures = Omit<DayRow, 'day' | 'method'>

function presentSums(row: Figures): Omit<MoneyDay, 'day' | 'method'> {
  const written = decimals(row.currency)
  const { payments, refunds, disputes, fees, paymentCount, refundCount, disputeCount, feeCount } = row
  return {
    currency: row.currency,
    payments: written(payments),
    paymentCount,
    refunds: written(refunds),
    refundCount,
    disputes: written(disputes),
    disputeCount,
    fees: feeCount === 0 ? null : written(fees),
    feeCount,
    net: written(payments - refunds - disputes - fees),
  }
}

export function decimals(code: string): (amount: bigint) => string {
  const unit = currency(code) ?? NO_CURRENCY
  return amount => printed(minor(amount), unit)
}

/** By currency alone, and before it by its ways of payment. */
export function sumsOf(rows: readonly DayRow[]): MoneySum[] {
  const byCurrency = Map.groupBy(rows, row => row.currency)
  return [...byCurrency].flatMap(([code, all]) => {
    const byWay = [...Map.groupBy(all, ({ method }) => method)].sort(([one], [other]) => one.localeCompare(other, 'en'))
    const ways = byWay.map(([method, some]) => ({ method, ...presentSums(added(code, some)) }))
    return [...ways, { method: null, ...presentSums(added(code, all)) }]
  })
}

const FIGURES = [
  'payments',
  'paymentCount',
  'refunds',
  'refundCount',
  'disputes',
  'disputeCount',
  'fees',
  'feeCount',
] as const satisfies readonly (keyof Figures)[]

function added(code: string, rows: readonly Figures[]): Figures {
  const figures = Object.fromEntries(FIGURES.map(name => [name, rows.map(row => row[name]).reduce(plus)]))
  // Each figure is of its type: it is a sum of that figure.
  return { ...figures, currency: code } as Figures
}

const plus = (one: bigint | number, other: bigint | number): bigint | number =>
  typeof one === 'bigint' ? one + BigInt(other) : one + Number(other)

/** Adds movements up as the days do, without keeping them. */
export function movementSums(): { add(rows: readonly MovementRow[]): void; sums(): MoneySum[] } {
  const ways = new Map<string, DayRow>()
  return {
    add: rows => {
      for (const row of rows) {
        const key = `${row.method} ${row.currency}`
        const before = ways.get(key)
        const one = figuresOf(row)
        ways.set(key, before ? { ...one, ...added(row.currency, [before, one]) } : one)
      }
    },
    sums: () => sumsOf([...ways.values()]),
  }
}

function figuresOf({ kind, day, method, currency: code, amount, fee }: MovementRow): DayRow {
  const [out, back] = [kind === 'refund' || kind === 'dispute', kind === 'refund-returned' || kind === 'dispute-won']
  const signed = out ? amount : back ? -amount : 0n
  const isRefund = kind === 'refund' || kind === 'refund-returned'
  return {
    day,
    method,
    currency: code,
    payments: kind === 'payment' ? amount : 0n,
    paymentCount: kind === 'payment' ? 1 : 0,
    refunds: isRefund ? signed : 0n,
    refundCount: kind === 'refund' ? 1 : 0,
    disputes: isRefund ? 0n : signed,
    disputeCount: kind === 'dispute' ? 1 : 0,
    fees: fee ?? 0n,
    feeCount: fee === null ? 0 : 1,
  }
}

/** Movements on one page. */
const PAGE = 100

type MovementQuery = {
  readonly language: string
  readonly method?: PaymentProxy | undefined
  readonly currency?: string | undefined
  readonly cursor: string | undefined
}

/** A page of what the money in scope is made of: two statements. */
export async function pageOfMovements(
  db: Queryable,
  scope: MoneyScope,
  { language, method, currency: code, cursor }: MovementQuery,
): Promise<{ readonly movements: Movement[]; readonly nextCursor: string | null }> {
  const length = (await systemSettings(db)).number('PARTIAL_RESERVATION_ID_LENGTH')
  const rows = await listMovements(db, scope, { method, currency: code, after: placeOf(cursor), limit: PAGE + 1 })
  const page = rows.slice(0, PAGE)
  const last = rows.length > PAGE ? page.at(-1) : undefined
  return {
    movements: page.map(row => presentMovement(row, { language, length })),
    nextCursor: last ? `${last.rank}-${last.id}` : null,
  }
}

/** Of the first page for what is no cursor. */
function placeOf(cursor: string | undefined): MovementPlace | null {
  const [, rank, id] = /^(\d)-(\d{1,18})$/.exec(cursor ?? '') ?? []
  return rank === undefined || id === undefined ? null : { rank: Number(rank), id: BigInt(id) }
}

function presentMovement(row: MovementRow, { language, length }: { language: string; length: number }): Movement {
  const written = decimals(row.currency)
  const { kind, day, at, method, amount, currency: code, fee, reference, orderId, contextId, title, person } = row
  return {
    id: String(row.id),
    kind,
    day,
    at,
    method,
    amount: written(amount),
    currency: code,
    fee: fee === null ? null : written(fee),
    providerReference: reference,
    orderId,
    orderReference: shortId({ id: orderId }, length),
    person,
    of: { id: contextId, title: inLanguage(title, language) },
  }
}
