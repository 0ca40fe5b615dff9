import { type Currency, currency, decimalsOf } from '#domain/foundation/money/currency.ts'
import { type Minor, minorFromDecimal } from '#domain/foundation/money/money.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'

/** An order that waits for its transfer. */
export type AwaitedTransfer = { readonly id: ReservationId; readonly amount: Minor; readonly currency: Currency }

/** What the bank statement shows: the amount as a plain decimal, such as "71.40". */
export type ArrivedTransfer = { readonly amount: string; readonly currency: string }

/** What a bank statement says of a transfer that is booked to an order. */
export type StatedTransfer = {
  /** YYYY-MM-DD, by the bank. */
  readonly bookedOn: string
  readonly amount: Minor
  readonly currency: Currency
}

export type TransferMatch =
  | { readonly kind: 'match'; readonly id: ReservationId }
  /** No order, several, or another sum than the order comes to. */
  | { readonly kind: 'unknown' | 'ambiguous' | 'other-amount' }

/**
 * Which order has been paid, of those whose id begins with what the buyer wrote? Only the one there is, and only with
 * exactly what is due: a short id alone is too easily misread (lifecycle A.3.10).
 */
export function matchTransfer(awaited: readonly AwaitedTransfer[], arrived: ArrivedTransfer): TransferMatch {
  const [only, ...others] = awaited
  if (!only) return { kind: 'unknown' }
  if (others.length > 0) return { kind: 'ambiguous' }
  const isSameMoney = currency(arrived.currency) === only.currency
  return isSameMoney && exactAmount(arrived.amount, only.currency) === only.amount
    ? { kind: 'match', id: only.id }
    : { kind: 'other-amount' }
}

/** Undefined when it is finer than the currency. */
function exactAmount(text: string, code: Currency): Minor | undefined {
  const [, decimals = ''] = text.trim().split('.')
  return decimals.length > decimalsOf(code) ? undefined : minorFromDecimal(text, code)
}

/** The beginning of an id as people copy it; undefined when it is no such thing, or shorter than the ids people see. */
export function partialId(text: string, shortIdLength: number): string | undefined {
  const id = text.trim().toLowerCase()
  return id.length >= shortIdLength && id.length <= UUID_LENGTH && /^[0-9a-f-]+$/.test(id) ? id : undefined
}

const UUID_LENGTH = 36
