import type { VatRow } from '#contract/desk-books.ts'
import type { MoneySum } from '#contract/desk-money.ts'
import { expectedIn } from '#domain/door/box-office/cash.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { shortId } from '#domain/order/reservation/reservation.ts'
import { localDateTime } from '#domain/foundation/wall-clock.ts'
import { type Separator, csv } from '#server/foundation/base/text.ts'
import { decimals } from '../money-days.ts'
import type { MovementRow } from '../movement-store.ts'
import type { BookedDrawer, BookedOrder } from './books-store.ts'
import { foundDifference } from './drawers.ts'

/** A column of a table: its key never changes. Amounts are plain decimals; what is unknown is empty. */
export type Column<Row> = {
  readonly key: string
  readonly type: 'text' | 'day' | 'moment' | 'amount' | 'count'
  readonly read: (row: Row) => string | number | null
}

export const headOf = <Row>(columns: readonly Column<Row>[], separator: Separator): string =>
  `\u{feff}${csv([columns.map(({ key }) => key)], separator)}\r\n`

export const linesOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[], separator: Separator): string =>
  rows.length === 0
    ? ''
    : `${csv(
        rows.map(row => columns.map(({ read }) => String(read(row) ?? ''))),
        separator,
      )}\r\n`

export type Reader = { readonly language: string; readonly length: number }

const money = (amount: bigint, code: string | null): string => decimals(code ?? '')(amount)

export const orderColumns = ({ language, length }: Reader): readonly Column<BookedOrder>[] => [
  { key: 'order', type: 'text', read: row => shortId(row, length) },
  { key: 'order_id', type: 'text', read: ({ id }) => id },
  { key: 'confirmed_on', type: 'day', read: ({ confirmedOn }) => confirmedOn },
  { key: 'status', type: 'text', read: ({ status }) => status },
  { key: 'event', type: 'text', read: ({ title }) => inLanguage(title, language) },
  { key: 'buyer', type: 'text', read: ({ person }) => person },
  { key: 'company', type: 'text', read: ({ company }) => company },
  { key: 'country', type: 'text', read: ({ country }) => country },
  { key: 'tickets', type: 'count', read: ({ tickets }) => tickets },
  { key: 'method', type: 'text', read: ({ method }) => method },
  { key: 'currency', type: 'text', read: ({ currency }) => currency },
  { key: 'total', type: 'amount', read: ({ total, currency }) => money(total, currency) },
  { key: 'vat', type: 'amount', read: ({ vat, currency }) => money(vat, currency) },
  { key: 'discount', type: 'amount', read: ({ discount, currency }) => money(discount, currency) },
  { key: 'invoice', type: 'text', read: ({ invoiceNumber }) => invoiceNumber },
]

const movementColumns = ({ language, length }: Reader): readonly Column<MovementRow>[] => [
  { key: 'day', type: 'day', read: ({ day }) => day },
  { key: 'kind', type: 'text', read: ({ kind }) => kind },
  { key: 'order', type: 'text', read: ({ orderId }) => shortId({ id: orderId }, length) },
  { key: 'order_id', type: 'text', read: ({ orderId }) => orderId },
  { key: 'event', type: 'text', read: ({ title }) => inLanguage(title, language) },
  { key: 'buyer', type: 'text', read: ({ person }) => person },
  { key: 'method', type: 'text', read: ({ method }) => method },
  { key: 'payment_id', type: 'text', read: ({ paymentId }) => String(paymentId) },
  { key: 'provider_reference', type: 'text', read: ({ reference }) => reference },
  { key: 'currency', type: 'text', read: row => row.currency },
]

export const paymentColumns = (reader: Reader): readonly Column<MovementRow>[] => [
  ...movementColumns(reader),
  { key: 'amount', type: 'amount', read: row => money(row.amount, row.currency) },
  { key: 'fee', type: 'amount', read: row => (row.fee === null ? null : money(row.fee, row.currency)) },
]

/** What comes back to the organiser has a minus: a refund that failed after all, a dispute that was won. */
export const refundColumns = (reader: Reader): readonly Column<MovementRow>[] => [
  ...movementColumns(reader),
  {
    key: 'amount',
    type: 'amount',
    read: ({ kind, amount, currency }) => {
      const isBack = kind === 'refund-returned' || kind === 'dispute-won'
      return money(isBack ? -amount : amount, currency)
    },
  },
]

/** Moments are by the clock of the event. The sums of a drawer that is not counted yet have no count and no difference. */
export const drawerColumns = ({ language }: Reader): readonly Column<BookedDrawer>[] => {
  const optional = (amount: bigint | null, code: string) => (amount === null ? null : money(amount, code))
  return [
    { key: 'drawer', type: 'text', read: ({ id }) => id },
    { key: 'status', type: 'text', read: ({ closedAt }) => (closedAt === null ? 'OPEN' : 'COUNTED') },
    { key: 'event', type: 'text', read: ({ title }) => inLanguage(title, language) },
    { key: 'door', type: 'text', read: ({ door }) => door },
    { key: 'person', type: 'text', read: ({ person }) => person },
    { key: 'opened_at', type: 'moment', read: ({ openedAt, timeZone }) => localDateTime(openedAt, timeZone) },
    {
      key: 'counted_at',
      type: 'moment',
      read: ({ closedAt, timeZone }) => (closedAt === null ? null : localDateTime(closedAt, timeZone)),
    },
    { key: 'cash_sales', type: 'count', read: ({ cashSales }) => cashSales },
    { key: 'currency', type: 'text', read: row => row.currency },
    { key: 'float', type: 'amount', read: row => money(row.float, row.currency) },
    { key: 'cash_taken', type: 'amount', read: row => money(row.cashIn, row.currency) },
    { key: 'cash_returned', type: 'amount', read: row => money(row.cashOut, row.currency) },
    { key: 'expected', type: 'amount', read: row => money(expectedIn(row), row.currency) },
    { key: 'counted', type: 'amount', read: row => optional(row.counted, row.currency) },
    { key: 'difference', type: 'amount', read: row => optional(foundDifference(row), row.currency) },
    { key: 'remark', type: 'text', read: ({ remark }) => remark },
  ]
}

export const VAT_COLUMNS: readonly Column<VatRow>[] = [
  { key: 'source', type: 'text', read: ({ source }) => source },
  { key: 'currency', type: 'text', read: row => row.currency },
  { key: 'category', type: 'text', read: ({ category }) => category },
  { key: 'rate', type: 'amount', read: ({ rate }) => rate },
  { key: 'seller_country', type: 'text', read: ({ sellerCountry }) => sellerCountry },
  { key: 'buyer_country', type: 'text', read: ({ buyerCountry }) => buyerCountry },
  { key: 'documents', type: 'count', read: ({ documents }) => documents },
  { key: 'net', type: 'amount', read: ({ net }) => net },
  { key: 'vat', type: 'amount', read: ({ vat }) => vat },
  { key: 'gross', type: 'amount', read: ({ gross }) => gross },
]

/** Without a method: of all ways together. */
export const SUM_COLUMNS: readonly Column<MoneySum>[] = [
  { key: 'method', type: 'text', read: ({ method }) => method ?? 'ALL' },
  { key: 'currency', type: 'text', read: row => row.currency },
  { key: 'payment_count', type: 'count', read: ({ paymentCount }) => paymentCount },
  { key: 'payments', type: 'amount', read: ({ payments }) => payments },
  { key: 'refund_count', type: 'count', read: ({ refundCount }) => refundCount },
  { key: 'refunds', type: 'amount', read: ({ refunds }) => refunds },
  { key: 'dispute_count', type: 'count', read: ({ disputeCount }) => disputeCount },
  { key: 'disputes', type: 'amount', read: ({ disputes }) => disputes },
  { key: 'fees', type: 'amount', read: ({ fees }) => fees },
  { key: 'fee_count', type: 'count', read: ({ feeCount }) => feeCount },
  { key: 'net', type: 'amount', read: ({ net }) => net },
]

export type MissingDocument = {
  readonly file: string
  readonly order: string
  /** `erased`: the law asks for it no longer. `fault`: it could not be drawn now. */
  readonly reason: 'erased' | 'fault'
}

export const MISSING_COLUMNS: readonly Column<MissingDocument>[] = [
  { key: 'file', type: 'text', read: ({ file }) => file },
  { key: 'order', type: 'text', read: ({ order }) => order },
  { key: 'reason', type: 'text', read: ({ reason }) => reason },
]
