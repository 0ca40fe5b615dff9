import type { RefundForm } from '#contract/refund.ts'
import { type Currency, currency, decimalsOf } from '#domain/foundation/money/currency.ts'
import { type Minor, ZERO, minorFromDecimal } from '#domain/foundation/money/money.ts'
import type { RefundRequest } from '#domain/payment/refund/refund.ts'
import type { Order } from '#server/order/order/read-order.ts'
import type { RequestText } from './store.ts'

/**
 * What is asked for, as the rules know it. An amount is in the order's currency unless it says otherwise; one that is finer than
 * its coins is none, and so is one in no currency. Tickets are named by either of their ids.
 */
export function readRefundRequest(form: RefundForm, order: Order | null, inCurrency: Currency): RefundRequest {
  switch (form.what) {
    case 'ORDER':
      return { kind: 'order' }
    case 'TICKETS':
      return { kind: 'tickets', ids: (form.tickets ?? []).map(id => publicIdOf(order, id)) }
    case 'AMOUNT': {
      const named = form.currency == null ? inCurrency : currency(form.currency)
      return {
        kind: 'amount',
        amount: named ? exactAmount(form.amount ?? '', named) : ZERO,
        currency: named ?? inCurrency,
      }
    }
    case 'NOT_TAKEN':
      return { kind: 'not-taken' }
    default:
      return form.what satisfies never
  }
}

function publicIdOf(order: Order | null, id: string): string {
  const named = id.toLowerCase()
  return order?.tickets.find(({ uuid, publicId }) => uuid === named || publicId === named)?.publicId ?? named
}

function exactAmount(text: string, code: Currency): Minor {
  const [, decimals = ''] = text.trim().split('.')
  if (decimals.replace(/0+$/, '').length > decimalsOf(code)) return ZERO
  return minorFromDecimal(text, code) ?? ZERO
}

/** The same for two forms that ask for the same. */
export function requestText({ what, tickets, amount, currency: code, money }: RefundForm): RequestText {
  return JSON.stringify([what, (tickets ?? []).toSorted(), amount ?? null, code ?? null, money ?? true])
}
