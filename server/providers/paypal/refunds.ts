import { days } from '#domain/instant.ts'
import type { RefundAttempt, RefundOutcome } from '../online.ts'
import type { Own } from './account.ts'
import { toPayPal } from './amounts.ts'
import type { Failure } from './answer.ts'
import type { Place } from './client.ts'
import { keptIn } from './kept.ts'
import { clientFor } from './pay.ts'
import type { Refund } from './replies.ts'

/** PayPal keeps keys of refunds for 45 days; a day less. */
const KEY_LIFETIME_MS = days(44)

/** Gives money back. After the key's lifetime the refund of this attempt is looked for first. */
export async function sendRefund(place: Place, attempt: RefundAttempt<Own>): Promise<RefundOutcome> {
  const { payment, amount, idempotencyKey, repetition, firstSentAt } = attempt
  if (repetition > 0 && payment.now - firstSentAt >= KEY_LIFETIME_MS) {
    const found = await lookAtRefund(place, attempt)
    if (found.kind !== 'unknown' || found.reason !== NOT_FOUND) return found
  }
  const money = toPayPal(amount, payment.currency)
  if (!money) return { kind: 'refused', reason: `PayPal can't give back this amount of ${payment.currency}.` }
  const kept = keptIn(payment.data)
  if (kept.capture === null) throw new Error(`transaction ${payment.transactionId}: its capture is not known`)
  const refund = { amount: money, custom_id: idempotencyKey }
  const answer = await clientFor(place, payment, kept).refundCapture(kept.capture, refund, idempotencyKey)
  return answer.kind === 'ok' ? outcomeOfRefund(answer.value) : outcomeOfFailedRefund(answer, repetition)
}

const NOT_FOUND = 'PayPal knows no such refund'

/** How a refund stands, by its id or by the key it was sent with, which it carries. */
export async function lookAtRefund(place: Place, attempt: RefundAttempt<Own>): Promise<RefundOutcome> {
  const { payment, reference, idempotencyKey } = attempt
  const client = clientFor(place, payment, keptIn(payment.data))
  if (reference !== null) {
    const answer = await client.refund(reference)
    return answer.kind === 'ok' ? outcomeOfRefund(answer.value) : { kind: 'unknown', reason: answer.summary }
  }
  if (payment.reference === null) throw new Error(`transaction ${payment.transactionId}: PayPal has not named it`)
  const order = await client.order(payment.reference)
  if (order.kind !== 'ok') return { kind: 'unknown', reason: order.summary }
  const refunds = (order.value.purchase_units ?? []).flatMap(({ payments }) => payments?.refunds ?? [])
  const sent = refunds.find(refund => refund.custom_id === idempotencyKey)
  return sent ? outcomeOfRefund(sent) : { kind: 'unknown', reason: NOT_FOUND }
}

/** By PayPal's states. */
export function outcomeOfRefund({ id: reference, status }: Refund): RefundOutcome {
  switch (status) {
    case 'COMPLETED':
      return { kind: 'refunded', reference }
    case 'PENDING':
      return { kind: 'pending', reference, data: {} }
    case 'FAILED':
    case 'CANCELLED':
      return { kind: 'refused', reference, reason: FAILED }
    default:
      return { kind: 'unknown', reason: `${reference} is in a state that is not known` }
  }
}

const FAILED = 'PayPal could not give the money back. Look at the payment at PayPal, or pay it back another way.'

const WHY_REFUSED: Readonly<Record<string, string>> = {
  CAPTURE_FULLY_REFUNDED: 'PayPal has given all of this payment back already. Look at its refunds at PayPal.',
  REFUND_AMOUNT_EXCEEDED: 'Not so much of this payment is left. Look at its refunds at PayPal.',
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: 'PayPal gives nothing more of this payment back. Pay it back another way.',
  PARTIAL_REFUND_NOT_ALLOWED: 'PayPal gives only all of this payment back.',
  PENDING_CAPTURE: 'PayPal has not received the money yet. Try again once it has.',
  REFUND_FAILED_INSUFFICIENT_FUNDS: "The balance at PayPal doesn't suffice: add funds there, then try again.",
  TRANSACTION_DISPUTED: 'The buyer disputes this payment: PayPal gives only all of it back. Answer the dispute there.',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK: "The buyer's bank has taken this payment back already.",
  REFUND_TIME_LIMIT_EXCEEDED: 'This payment is too old to be given back by PayPal. Pay it back another way.',
  REFUND_AMOUNT_TOO_LOW: 'This is less than PayPal can give back.',
  PAYEE_ACCOUNT_RESTRICTED: 'PayPal has restricted the account. Look there at what is to be done, then try again.',
}
const OTHERWISE = 'PayPal refused the refund. Look at the payment at PayPal.'

function outcomeOfFailedRefund(failure: Failure, repetition: number): RefundOutcome {
  if (failure.kind === 'silent') return { kind: 'unknown', reason: failure.summary }
  const { issue, status, summary } = failure
  // The first sending may have been carried out, and this one says only that the caller may not ask.
  if (repetition > 0 && (status === 401 || status === 403)) return { kind: 'unknown', reason: summary }
  const known = issue === null ? undefined : WHY_REFUSED[issue]
  return { kind: 'refused', reason: known ?? `${OTHERWISE} (${summary})` }
}
