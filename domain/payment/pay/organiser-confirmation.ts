import { type Currency, NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { type Minor, minorFromDecimal, printed } from '#domain/foundation/money/money.ts'
import type { Claim } from '#domain/order/reservation/confirm.ts'
import { type ReservationStatus, has } from '#domain/order/reservation/states.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'

/** What an organiser says of a payment that arrived outside the shop. */
export type ArrivedPayment = {
  readonly provider: PaymentProxy
  /** A decimal amount in the order's currency; null: the organiser does not say. */
  readonly amount: number | null
}

export type OrderToConfirm = {
  readonly status: ReservationStatus
  /** Who was to handle the payment; null before the buyer has chosen. */
  readonly proxy: PaymentProxy | null
  readonly due: Minor
  /** Null when nothing costs anything. */
  readonly currency: Currency | null
}

export type OrganiserDecision =
  /** The awaited bank transfer has arrived. */
  | { readonly kind: 'transfer' }
  /** Paid elsewhere: the order is finished under the organiser's own name (lifecycle A.3.13). */
  | { readonly kind: 'by-hand' }
  | { readonly kind: 'refused'; readonly reason: ConfirmationRefusal }

/**
 * The order can't be confirmed in its status; another sum than is due; another provider than the order waits for; it
 * lacks its contact details; it has lost what it counts on (confirm.ts); or it has lost its pass, and an invoice names
 * its price.
 */
export type ConfirmationRefusal = 'status' | 'amount' | 'provider' | 'details' | 'invoiced' | Exclude<Claim, 'price'>

/**
 * Whether an organiser may confirm an order: one that waits for its bank transfer, and one that is PENDING or STUCK as paid
 * elsewhere (lifecycle A.3.10, A.3.13). A stated amount must be exactly what is due, and a transfer is confirmed as one.
 */
export function decideOrganiserConfirmation(order: OrderToConfirm, arrived: ArrivedPayment): OrganiserDecision {
  const isTransfer = has(order, 'canTransferArrive')
  if (!isTransfer && !has(order, 'isPayableElsewhere')) return refused('status')
  if (isTransfer && arrived.provider !== order.proxy) return refused('provider')
  if (!isDueAmount(order, arrived)) return refused('amount')
  return { kind: isTransfer ? 'transfer' : 'by-hand' }
}

const refused = (reason: ConfirmationRefusal): OrganiserDecision => ({ kind: 'refused', reason })

/** An amount finer than the currency's coins is another one. */
function isDueAmount({ due, currency }: OrderToConfirm, { amount }: ArrivedPayment): boolean {
  if (amount === null) return true
  const code = currency ?? NO_CURRENCY
  const stated = minorFromDecimal(amount, code)
  return stated === due && Number(printed(due, code)) === amount
}
