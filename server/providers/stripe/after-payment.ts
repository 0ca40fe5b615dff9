import type { RefundAttempt, RefundOutcome } from '#server/providers/port/online.ts'
import type { Own } from './account.ts'
import { toStripe } from './amounts.ts'
import type { Failure } from './answer.ts'
import { named } from './client.ts'
import { access, isKeyGone, nameOf } from './pay.ts'
import type { Refund } from './replies.ts'

/** Refunds. After the key's lifetime the adapter first looks for the refund of this attempt. */
export async function sendRefund(base: string, attempt: RefundAttempt<Own>): Promise<RefundOutcome> {
  const { payment, amount, idempotencyKey, repetition, firstSentAt } = attempt
  if (repetition > 0 && isKeyGone({ now: payment.now, firstSentAt })) {
    const found = await lookAtRefund(base, attempt)
    if (found.kind !== 'unknown' || found.reason !== NOT_FOUND) return found
  }
  const returned = toStripe(amount, payment.currency)
  if (returned === undefined)
    return { kind: 'refused', reason: `Stripe can't count this amount of ${payment.currency}.` }
  const answer = await access(base, payment).createRefund(
    {
      ...named(paymentName(attempt)),
      amount: returned,
      metadata: { transactionId: payment.transactionId, refund: idempotencyKey },
      ...(payment.data['hasFee'] === true && { refund_application_fee: true }),
    },
    idempotencyKey,
  )
  return answer.kind === 'ok' ? outcomeOfRefund(answer.value) : outcomeOfFailedRefund(answer, repetition)
}

/** The state of a refund, by its id or by the key it was sent with. */
export async function lookAtRefund(base: string, attempt: RefundAttempt<Own>): Promise<RefundOutcome> {
  const client = access(base, attempt.payment)
  if (attempt.reference !== null) {
    const answer = await client.refund(attempt.reference)
    return answer.kind === 'ok' ? outcomeOfRefund(answer.value) : { kind: 'unknown', reason: answer.summary }
  }
  const answer = await client.refundsOf(named(paymentName(attempt)))
  if (answer.kind !== 'ok') return { kind: 'unknown', reason: answer.summary }
  const sent = answer.value.find(({ metadata }) => metadata?.['refund'] === attempt.idempotencyKey)
  return sent ? outcomeOfRefund(sent) : { kind: 'unknown', reason: NOT_FOUND }
}

const NOT_FOUND = 'Stripe knows no such refund'

/** By Stripe's states. One that was done may still fail, days later, which `follow` reports. */
export function outcomeOfRefund({ id: reference, status, failure_reason: why }: Refund): RefundOutcome {
  switch (status) {
    case 'succeeded':
      return { kind: 'refunded', reference }
    case 'pending':
    case 'requires_action':
      return { kind: 'pending', reference, data: {} }
    case 'failed':
    case 'canceled':
      return { kind: 'refused', reference, reason: failedBecause(why ?? null) }
    default:
      return { kind: 'unknown', reason: `${reference} is in a state that is not known` }
  }
}

const WHY_FAILED: Readonly<Record<string, string>> = {
  lost_or_stolen_card: 'the card was lost or stolen',
  expired_or_canceled_card: 'the card has expired or was cancelled',
  insufficient_funds: "the balance at Stripe doesn't suffice: add funds there, then try again",
  charge_for_pending_refund_disputed: 'the buyer has disputed the payment',
  declined: "the buyer's bank declined it",
  merchant_request: 'it was cancelled at Stripe',
}

function failedBecause(reason: string | null): string {
  const why = (reason === null ? undefined : WHY_FAILED[reason]) ?? 'Stripe gives no reason that helps'
  return `Stripe could not give the money back: ${why}. Pay it back another way if trying again does not help.`
}

const WHY_REFUSED: Readonly<Record<string, string>> = {
  charge_already_refunded: 'Stripe has given all of this payment back already. Look at its refunds in the dashboard.',
  charge_disputed: 'The buyer has disputed this payment at the bank. Answer the dispute in the dashboard of Stripe.',
  charge_expired_for_refund: 'This payment is too old to be given back by Stripe. Pay it back another way.',
}
const OTHERWISE = 'Stripe refused the refund. Look at the payment in the dashboard: is so much of it left?'

function outcomeOfFailedRefund(failure: Failure, repetition: number): RefundOutcome {
  const { kind, summary } = failure
  if (kind === 'invalid' || kind === 'declined') {
    const known = failure.code === null ? undefined : WHY_REFUSED[failure.code]
    return { kind: 'refused', reason: known ?? `${OTHERWISE} (${summary})` }
  }
  if (kind === 'forbidden' && repetition === 0) {
    return { kind: 'refused', reason: `Stripe does not let this key give money back. Check its rights. (${summary})` }
  }
  return { kind: 'unknown', reason: summary }
}

function paymentName({ payment }: RefundAttempt<Own>): string {
  const name = nameOf(payment)
  if (name === null) throw new Error(`transaction ${payment.transactionId}: Stripe has not named it`)
  return name
}
