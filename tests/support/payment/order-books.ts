import type { BillingDocument } from '#domain/order/invoice/billing-document.ts'
import { restOf } from '#domain/order/invoice/credit.ts'
import { type Currency, NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { type Minor, ZERO, minor, minus, sum, writtenAmount } from '#domain/foundation/money/money.ts'
import { leftOf } from '#domain/payment/refund/refund.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { paymentsOfOrder } from '#server/payment/pay/online/paid-money.ts'

/** What an order's money and its documents come to. */
export type OrderBooks = {
  /** The money that has arrived, less what is refunded or about to be. */
  readonly money: Minor
  /** The invoice less its credit notes; null without an invoice. */
  readonly documents: Minor | null
  /** The receipt less what it says has gone back; null without one. */
  readonly receipt: Minor | null
  /** Of each rate: what is left of the invoice. */
  readonly shares: readonly { readonly net: Minor; readonly vat: Minor }[]
}

/** Reads payments, refunds and documents of an order; the order itself may be deleted. */
export async function booksOf(shop: Shop, id: ReservationId): Promise<OrderBooks> {
  const payments = (await paymentsOfOrder(shop.db, id)).filter(({ status }) => status === 'COMPLETE')
  const rows = await shop.db.kysely
    .selectFrom('billing_document')
    .select('model')
    .where('reservation_id', '=', id)
    .where('status', '=', 'VALID')
    .execute()
  const documents = rows.map(({ model }) => model as BillingDocument)
  const invoice = documents.find(({ type }) => type === 'INVOICE')
  const rest =
    invoice &&
    restOf(
      invoice,
      documents.filter(({ type }) => type === 'CREDIT_NOTE'),
    )
  const receipt = documents.find(({ type }) => type === 'RECEIPT')
  return {
    money: sum(
      payments.map(({ received, amount, ...out }) => leftOf({ received: received?.amount ?? amount, ...out })),
    ),
    documents: rest ? rest.due : null,
    receipt: receipt ? ofReceipt(receipt) : null,
    shares: rest?.shares ?? [],
  }
}

function ofReceipt({ totals, refunded, currency: written }: BillingDocument): Minor {
  const code: Currency = currency(written) ?? NO_CURRENCY
  const back = refunded === undefined ? ZERO : writtenAmount(refunded, code)
  return minor(minus(writtenAmount(totals.due, code), back))
}
