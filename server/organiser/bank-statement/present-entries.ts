import type { BankEntry, SettledEntry, TransferOrder } from '#contract/desk-transfers.ts'
import { NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { type Minor, ZERO, minor, minorFromDecimal, plus, printed } from '#domain/foundation/money/money.ts'
import type { Judgement } from '#domain/payment/reconciliation/judge-entries.ts'
import { type ReservationId, shortId } from '#domain/order/reservation/reservation.ts'
import type { settledEntries } from './entry-store.ts'
import type { JudgedEntry } from './judge-open.ts'
import type { TransferRow } from './order-store.ts'

export type Reader = { readonly language: string; readonly length: number; readonly now: Instant }

/** An order by its row; by its number alone where it was deleted. */
export function presentOrder(row: TransferRow, { language, length, now }: Reader): TransferOrder {
  const code = currency(row.currency ?? '')
  return {
    id: row.id,
    reference: shortId(row, length),
    person: [row.firstName, row.lastName].filter(Boolean).join(' ') || null,
    title: inLanguage(row.title, language),
    money: code === undefined ? null : { amount: printed(minor(row.amount), code), currency: code },
    dueAt: row.dueAt,
    isOverdue: row.dueAt !== null && row.dueAt <= now,
  }
}

const goneOrder = (id: ReservationId, { length }: Reader): TransferOrder => ({
  id,
  reference: shortId({ id }, length),
  person: null,
  title: '',
  money: null,
  dueAt: null,
  isOverdue: false,
})

export function ordersOf(judgement: Judgement): readonly ReservationId[] {
  if (judgement.kind === 'sure') return [judgement.orderId]
  return judgement.kind === 'unsure' ? judgement.orderIds : []
}

export function presentEntry(
  { entry, judgement }: JudgedEntry,
  rows: ReadonlyMap<string, TransferRow>,
  reader: Reader,
): BankEntry {
  return {
    ...membersOf(entry),
    judgement: judgement.kind,
    reason: judgement.kind === 'unsure' ? judgement.reason : null,
    orders: ordersOf(judgement).map(id => {
      const row = rows.get(id)
      return row ? presentOrder(row, reader) : goneOrder(id, reader)
    }),
  }
}

type Row = Omit<JudgedEntry['entry'], 'refusal' | 'account'>

function membersOf({ id, bookedOn, amount, currency: code, payer, payerAccount, text, references }: Row) {
  const money = { amount, currency: code }
  return { id: String(id), bookedOn, money, payer, payerAccount, text, references: [...references] }
}

type SettledRow = Awaited<ReturnType<typeof settledEntries>>[number]

export function presentSettled(row: SettledRow, { length }: Reader): SettledEntry {
  return {
    ...membersOf(row),
    status: row.status === 'BOOKED' ? 'BOOKED' : 'SET_ASIDE',
    orderReference: row.orderId && row.orderId.slice(0, length).toUpperCase(),
    settledAt: row.settledAt ?? instant(0),
    settledBy: row.settledBy ?? '',
  }
}

/** What entries come to, by currency. */
export function sumsOf(judged: readonly JudgedEntry[]): { readonly amount: string; readonly currency: string }[] {
  const sums = new Map<string, Minor>()
  for (const { entry } of judged) {
    const amount = minorFromDecimal(entry.amount, currency(entry.currency) ?? NO_CURRENCY) ?? ZERO
    sums.set(entry.currency, plus(sums.get(entry.currency) ?? ZERO, amount))
  }
  return [...sums].map(([code, sum]) => ({ amount: printed(sum, currency(code) ?? NO_CURRENCY), currency: code }))
}
