import { inLanguage } from '#domain/foundation/language/texts.ts'
import { NO_CURRENCY, writtenCurrency } from '#domain/foundation/money/currency.ts'
import { minor, printed } from '#domain/foundation/money/money.ts'
import { type ReservationId, shortId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { type ColumnOf, type ExportKind, labelled, openExport } from '../export-kind.ts'
import { type OrderRow, type PaymentRow, decimalsOfMoney, ordersAfter, paymentsAfter } from '../export-store.ts'

type Plain<Row> = Omit<ColumnOf<Row>, 'label'>

/** How an order's id is shortened for people. */
export async function shortener({ db }: Pick<Shop, 'db'>): Promise<(id: string | null) => string | null> {
  const length = (await systemSettings(db)).number('PARTIAL_RESERVATION_ID_LENGTH')
  // The decoding edge: it is the id of a row.
  return id => id && shortId({ id: id as ReservationId }, length)
}

const money = (amount: bigint, currency: string | null) =>
  printed(minor(amount), writtenCurrency(currency) ?? NO_CURRENCY)

/** Orders with their money. */
export const orders: ExportKind = {
  open: async (shop, target) => {
    const short = await shortener(shop)
    const { language } = target
    return openExport({
      columns: labelled(shop, language, [
        { key: 'event.title', type: 'text', of: row => inLanguage(row.title, language) },
        { key: 'order.shortId', type: 'text', of: row => short(row.orderId) },
        { key: 'order.id', type: 'text', of: row => row.orderId },
        ...ORDER_COLUMNS,
        { key: 'event.timezone', type: 'text', of: row => row.zone },
      ]),
      moneyDecimals: await decimalsOfMoney(shop.db, target),
      after: (last: OrderRow | undefined) => ordersAfter(shop.db, target, last),
    })
  },
}

const ORDER_COLUMNS: readonly Plain<OrderRow>[] = [
  { key: 'order.state', type: 'text', of: row => row.group },
  { key: 'order.createdAt', type: 'date', of: ({ createdAt: at, zone }) => ({ at, zone }) },
  { key: 'order.confirmedAt', type: 'date', of: ({ confirmedAt: at, zone }) => at && { at, zone } },
  { key: 'order.lastName', type: 'text', of: row => row.lastName },
  { key: 'order.firstName', type: 'text', of: row => row.firstName },
  { key: 'order.email', type: 'text', of: row => row.email },
  { key: 'order.company', type: 'text', of: row => row.company },
  { key: 'order.country', type: 'text', of: row => row.country },
  { key: 'order.vatNumber', type: 'text', of: row => row.vatNumber },
  { key: 'order.reference', type: 'text', of: row => row.reference },
  { key: 'order.tickets', type: 'number', of: row => row.tickets },
  { key: 'order.total', type: 'money', of: row => money(row.total, row.currency) },
  { key: 'order.vat', type: 'money', of: row => money(row.vat, row.currency) },
  { key: 'order.discount', type: 'money', of: row => money(row.discount, row.currency) },
  { key: 'order.refunded', type: 'money', of: row => money(row.refunded, row.currency) },
  { key: 'order.currency', type: 'text', of: row => writtenCurrency(row.currency) },
  { key: 'order.method', type: 'text', of: row => row.method },
  { key: 'order.invoiceNumber', type: 'text', of: row => row.invoiceNumber },
]

/** Payments, then refunds: whatever became of them. */
export const payments: ExportKind = {
  open: async (shop, target) => {
    const short = await shortener(shop)
    const { language } = target
    return openExport({
      columns: labelled(shop, language, [
        { key: 'event.title', type: 'text', of: row => inLanguage(row.title, language) },
        { key: 'order.shortId', type: 'text', of: row => short(row.orderId) },
        { key: 'order.id', type: 'text', of: row => row.orderId },
        { key: 'order.buyer', type: 'text', of: row => row.buyer },
        ...PAYMENT_COLUMNS,
        { key: 'event.timezone', type: 'text', of: row => row.zone },
      ]),
      moneyDecimals: await decimalsOfMoney(shop.db, target),
      after: (last: PaymentRow | undefined) => paymentsAfter(shop.db, target, last),
    })
  },
}

const PAYMENT_COLUMNS: readonly Plain<PaymentRow>[] = [
  { key: 'payment.kind', type: 'text', of: row => row.kind },
  { key: 'payment.id', type: 'text', of: row => String(row.paymentId) },
  { key: 'payment.provider', type: 'text', of: row => row.proxy },
  { key: 'payment.method', type: 'text', of: row => row.method },
  { key: 'payment.status', type: 'text', of: row => row.status },
  { key: 'payment.amount', type: 'money', of: row => money(row.amount, row.currency) },
  { key: 'payment.fee', type: 'money', of: row => (row.fee === null ? null : money(row.fee, row.currency)) },
  { key: 'payment.currency', type: 'text', of: row => writtenCurrency(row.currency) },
  { key: 'payment.at', type: 'date', of: ({ at, zone }) => ({ at, zone }) },
  { key: 'payment.endedAt', type: 'date', of: ({ endedAt: at, zone }) => at && { at, zone } },
  { key: 'payment.reference', type: 'text', of: row => row.reference },
]
