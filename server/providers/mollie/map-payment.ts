import { Value } from 'typebox/value'
import { type Instant, after, minutes } from '#domain/foundation/instant.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { CallOutcome } from '#server/providers/port/online.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import { momentOf } from '#server/providers/port/answer.ts'
import { fromMollie } from './amounts.ts'
import { refusalFor } from './codes.ts'
import { FailureDetails, OurMetadata, type Payment } from './replies.ts'

/** A payment as it was begun: what Mollie reports has to be about that one. */
export type Expected = {
  readonly transactionId: string
  readonly reservationId: ReservationId
  /** Null before Mollie has named it. */
  readonly reference: string | null
  /** What is kept with it, whatever Mollie says. */
  readonly kept: ProviderData
  readonly now: Instant
}

/** The order outlives its payment at Mollie by this, so that the end is known before its seats are free. */
const MARGIN_MS = minutes(5)
/** Bancontact, KBC and Przelewy24 live longest (docs/providers/mollie.md). */
export const LONGEST_PAYMENT_MS = minutes(60) + MARGIN_MS
/** Where Mollie does not say how long the page is open. */
const USUAL_LIFETIME_MS = minutes(15)

/** What a payment at Mollie means for the order. The caller that records it compares sum and currency. */
export function outcomeOfPayment(payment: Payment, expected: Expected): CallOutcome {
  const difference = differenceOf(payment, expected)
  if (difference !== null) return { kind: 'mismatch', reason: difference }
  const { id, status } = payment
  const data = { ...expected.kept, mode: payment.mode, method: payment.method ?? null, payment: id }
  switch (status) {
    case 'open':
      return outcomeOfOpen(payment, data, expected.now)
    case 'pending':
      return { kind: 'waiting', data }
    case 'paid':
      return outcomeOfPaid(payment, data)
    case 'failed':
      return outcomeOfFailed(payment)
    case 'canceled':
    case 'expired':
      return { kind: 'cancelled' }
    case 'authorized':
      return { kind: 'mismatch', reason: `${id} is authorized by a method whose money is not taken at once` }
    default:
      return { kind: 'unknown', reason: `${id} is in a state that is not known` }
  }
}

/** In what it is another payment than the one that was begun; null where it is that one. */
export function differenceOf({ id, mode, metadata }: Payment, expected: Expected): string | null {
  const { reference, transactionId, reservationId, kept } = expected
  if (reference !== null && id !== reference) return `Mollie names ${id} instead of ${reference}`
  if (typeof kept['mode'] === 'string' && mode !== kept['mode']) {
    return `${id} is of ${mode === 'live' ? 'live' : 'test'} mode, the payment was begun in the other`
  }
  const isOurs =
    Value.Check(OurMetadata, metadata) &&
    metadata.transactionId === transactionId &&
    metadata.reservationId === reservationId
  return isOurs ? null : `${id} is not of transaction ${transactionId}`
}

/** Without a link nothing more can be paid, and Mollie has not decided yet. */
function outcomeOfOpen({ id, expiresAt, _links: links }: Payment, data: ProviderData, now: Instant): CallOutcome {
  const url = links?.checkout?.href
  if (url === undefined || !isAddress(url)) return { kind: 'waiting', data }
  const ends = momentOf(expiresAt) ?? after(now, USUAL_LIFETIME_MS)
  return { kind: 'redirect', reference: id, data, url, until: after(ends, MARGIN_MS), meanwhile: 'elsewhere' }
}

const isAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

function outcomeOfPaid({ id, amount: stated }: Payment, data: ProviderData): CallOutcome {
  const paid = fromMollie(stated)
  if (paid === undefined) return { kind: 'unknown', reason: `${id} was paid with an amount that can't be read` }
  const { amount, code: currency } = paid
  const received = { amount, currency, gatewayTransactionId: id, gatewayPaymentId: id, fee: null }
  return { kind: 'settled', received, data }
}

/** A payment that has failed is final: the next try is another one. */
function outcomeOfFailed({ details }: Payment): CallOutcome {
  const { failureReason = null, failureMessage = null } = Value.Check(FailureDetails, details) ? details : {}
  return { kind: 'refused', ...refusalFor(failureReason, failureMessage), isOver: true }
}
