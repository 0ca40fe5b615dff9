import type { RefundAttempt, RefundOutcome } from '#server/providers/port/online.ts'
import { Value } from 'typebox/value'
import type { Own } from './account.ts'
import { toMollie } from './amounts.ts'
import type { Failure } from './answer.ts'
import type { Mollie } from './client.ts'
import { isKeyGone, mollieKey } from './idempotency-key.ts'
import { access, nameOf } from './pay.ts'
import { OurRefundMetadata, type Refund } from './replies.ts'

const NOT_FOUND = 'Mollie knows no such refund'

/** Refunds. After the key's lifetime the adapter first looks for the refund of this attempt. */
export async function sendRefund(mollie: Mollie, attempt: RefundAttempt<Own>): Promise<RefundOutcome> {
  const { payment, amount, idempotencyKey, repetition, firstSentAt } = attempt
  const { transactionId, reservationId, shortId, currency, now } = payment
  if (repetition > 0 && isKeyGone({ now, firstSentAt })) {
    const found = await lookAtRefund(mollie, attempt)
    if (found.kind !== 'unknown' || found.reason !== NOT_FOUND) return found
  }
  const answer = await access(mollie, payment).createRefund(
    paymentName(attempt),
    {
      amount: toMollie({ amount, currency }),
      description: `Refund of order ${shortId}`,
      metadata: { transactionId, refund: idempotencyKey },
    },
    mollieKey({ reservationId, idempotencyKey }),
  )
  return answer.kind === 'ok' ? outcomeOfRefund(answer.value) : outcomeOfFailedRefund(answer, repetition)
}

/** The state of a refund, by its id or by the key it was sent with. */
export async function lookAtRefund(mollie: Mollie, attempt: RefundAttempt<Own>): Promise<RefundOutcome> {
  const client = access(mollie, attempt.payment)
  const name = paymentName(attempt)
  if (attempt.reference !== null) {
    const answer = await client.refund(name, attempt.reference)
    return answer.kind === 'ok' ? outcomeOfRefund(answer.value) : { kind: 'unknown', reason: answer.summary }
  }
  const answer = await client.refundsOf(name)
  if (answer.kind !== 'ok') return { kind: 'unknown', reason: answer.summary }
  const sent = answer.value.find(
    ({ metadata }) => Value.Check(OurRefundMetadata, metadata) && metadata.refund === attempt.idempotencyKey,
  )
  return sent ? outcomeOfRefund(sent) : { kind: 'unknown', reason: NOT_FOUND }
}

/** By Mollie's states: it begins two hours later, and may fail days after that. */
export function outcomeOfRefund({ id: reference, status }: Pick<Refund, 'id' | 'status'>): RefundOutcome {
  switch (status) {
    case 'queued':
    case 'pending':
    case 'processing':
      return { kind: 'pending', reference, data: {} }
    case 'refunded':
      return { kind: 'refunded', reference }
    case 'failed':
      return { kind: 'refused', reference, reason: FAILED }
    case 'canceled':
      return {
        kind: 'refused',
        reference,
        reason: 'The refund was cancelled at Mollie. Try again if it should be made.',
      }
    default:
      return { kind: 'unknown', reason: `${reference} is in a state that is not known` }
  }
}

const FAILED =
  'Mollie could not give the money back, and gives no reason that helps. Try again, or pay it back another way.'
const REFUSED =
  'Mollie refused the refund: more than is left of the payment, too late for its method, or more than the balance at ' +
  'Mollie. Look at the payment in the dashboard.'
const FORBIDDEN = 'Mollie does not let this key or app give money of this payment back. Check the settings.'

/** Mollie reports a conflict when an equal refund was made a moment ago; later we find out whether it was this one. */
export function outcomeOfFailedRefund({ kind, summary }: Failure, repetition: number): RefundOutcome {
  if (kind === 'invalid') return { kind: 'refused', reason: `${REFUSED} (${summary})` }
  if ((kind === 'forbidden' || kind === 'missing') && repetition === 0) {
    return { kind: 'refused', reason: `${FORBIDDEN} (${summary})` }
  }
  return { kind: 'unknown', reason: summary }
}

function paymentName({ payment }: RefundAttempt<Own>): string {
  const name = nameOf(payment)
  if (name === null) throw new Error(`transaction ${payment.transactionId}: Mollie has not named it`)
  return name
}
