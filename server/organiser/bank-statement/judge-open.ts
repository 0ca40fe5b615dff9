import {
  type AwaitedOrder,
  type EntryToJudge,
  type Judgement,
  type NamedOrder,
  judgeEntries,
} from '#domain/payment/reconciliation/judge-entries.ts'
import { NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { Shop } from '#server/catalog/context.ts'
import { compactAccount, isIban } from '#server/documents/transfer-code/account.ts'
import { isQrAccount } from '#server/documents/transfer-code/creditor-reference.ts'
import { loadSettingsOfMany, systemSettings } from '#server/foundation/setting/settings.ts'
import { type OpenEntry, openEntries } from './entry-store.ts'
import { namedIn } from './named-in-entry.ts'
import { type NamedRow, type TransferRow, awaitedOf, namedOrders } from './order-store.ts'

export type JudgedEntry = { readonly entry: OpenEntry; readonly judgement: Judgement }

/** The open entries of an organisation with what becomes of them, the oldest first. Five statements, however many. */
export async function judgeOpen({ db }: Pick<Shop, 'db'>, organizationId: number): Promise<JudgedEntry[]> {
  const [settings, entries, awaited] = await Promise.all([
    systemSettings(db),
    openEntries(db, organizationId),
    awaitedOf(db, organizationId),
  ])
  const length = settings.number('PARTIAL_RESERVATION_ID_LENGTH')
  const rangesOf = new Map(entries.map(entry => [entry.id, namedIn(entry, length)]))
  const ranges = new Map([...rangesOf.values()].flat().map(range => [range.prefix, range]))
  const rows = await namedOrders(db, organizationId, [...ranges.values()])
  const accountOf = await accountsOf(db, organizationId, rows)
  const byPrefix = Map.groupBy(rows, ({ prefix }) => prefix)
  const toJudge = entries.map((entry): EntryToJudge => {
    const named = (rangesOf.get(entry.id) ?? []).flatMap(({ prefix }) => byPrefix.get(prefix) ?? [])
    const distinct = [...new Map(named.map(row => [row.id, row])).values()]
    return {
      id: entry.id,
      account: entry.account,
      amount: entry.amount,
      currency: entry.currency,
      words: `${entry.payer ?? ''} ${entry.text}`,
      named: distinct.map(row => presentNamed(row, accountOf)),
      isRefused: entry.refusal !== null,
    }
  })
  const judged = judgeEntries(toJudge, awaited.map(awaitedOrder))
  return entries.map(entry => ({ entry, judgement: judged.get(entry.id) ?? { kind: 'unmatched' } }))
}

type AccountOf = (contextId: number) => string

/** The account that buyers of each event are given. That of a QR-IBAN has another number on statements. */
async function accountsOf(db: Shop['db'], organizationId: number, rows: readonly NamedRow[]): Promise<AccountOf> {
  const contexts = [...new Set(rows.map(({ contextId }) => contextId))].map(id => ({ id, organizationId }))
  if (contexts.length === 0) return () => ''
  const settingsOf = await loadSettingsOfMany(db, contexts, ['BANK_ACCOUNT_NR'])
  return id => {
    const account = compactAccount(settingsOf({ id, organizationId }).text('BANK_ACCOUNT_NR') ?? '')
    return isIban(account) && !isQrAccount(account) ? account : ''
  }
}

function presentNamed({ id, state, amount, currency: code, contextId }: NamedRow, accountOf: AccountOf): NamedOrder {
  const due = code === null ? null : { amount: minor(amount), currency: currency(code) ?? NO_CURRENCY }
  return { id, state, due, account: accountOf(contextId) }
}

function awaitedOrder({ id, amount, currency: code, lastName }: TransferRow): AwaitedOrder {
  return { id, amount: minor(amount), currency: currency(code ?? '') ?? NO_CURRENCY, lastName: lastName ?? '' }
}
