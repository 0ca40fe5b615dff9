import { Value } from 'typebox/value'
import type {
  Aftermath,
  Booking,
  DayQuery,
  Payment,
  RefundAttempt,
  RefundOutcome,
} from '#server/providers/port/online.ts'
import { type Minor, negated } from '#domain/foundation/money/money.ts'
import { after, days } from '#domain/foundation/instant.ts'
import { momentOf, valueOf } from '#server/providers/port/answer.ts'
import { isKeyGone } from '#server/providers/port/outcomes.ts'
import { type Own, accountOf } from './account.ts'
import { fromMollie, toMollie } from './amounts.ts'
import { type Failure, KEY_LIFETIME_MS, type Mollie, clientOf, mollieKey } from './client.ts'
import { access, nameOf } from './pay.ts'
import {
  type Amount,
  type Chargeback,
  OurMetadata,
  OurRefundMetadata,
  type Payment as MolliePayment,
  type Refund,
} from './replies.ts'

const NOT_FOUND = 'Mollie knows no such refund'

/** Refunds. After the key's lifetime the adapter first looks for the refund of this attempt. */
export async function sendRefund(mollie: Mollie, attempt: RefundAttempt<Own>): Promise<RefundOutcome> {
  const { payment, amount, idempotencyKey, repetition, firstSentAt } = attempt
  const { transactionId, reservationId, shortId, currency, now } = payment
  if (isKeyGone({ repetition, now, firstSentAt }, KEY_LIFETIME_MS)) {
    const found = await readRefund(mollie, attempt)
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
export async function readRefund(mollie: Mollie, attempt: RefundAttempt<Own>): Promise<RefundOutcome> {
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

type RefundState = Aftermath['refunds'][number]['state']

/** What has become of a settled payment: all its refunds and chargebacks. Mollie does not report its fee to shops. */
export async function follow(mollie: Mollie, payment: Payment<Own>): Promise<Aftermath> {
  const id = nameOf(payment)
  if (id === null) throw new Error(`transaction ${payment.transactionId}: Mollie has not named it`)
  const client = access(mollie, payment)
  const refunds = valueOf(await client.refundsOf(id))
  const chargebacks = valueOf(await client.chargebacksOf(id))
  return { fee: null, refunds: refunds.map(refundIn), disputes: chargebacks.map(disputeIn) }
}

const refundIn = ({ id: reference, amount, status }: Refund): Aftermath['refunds'][number] => ({
  reference,
  amount: read(amount),
  state: refundState(status),
})

/** An unknown state may still end in any other. */
export function refundState(status: string): RefundState {
  if (status === 'refunded') return 'refunded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

/** The money is gone at once and may come back; Mollie takes no answer, and never says that it is lost for good. */
const disputeIn = ({ id: reference, amount, reversedAt }: Chargeback): Aftermath['disputes'][number] => ({
  reference,
  amount: read(amount),
  state: reversedAt == null ? 'open' : 'won',
  dueBy: null,
})

function read(amount: Amount): Minor {
  const sum = fromMollie(amount)
  if (sum === undefined) throw new Error(`Mollie reports ${amount.value} ${amount.currency}, which can't be read`)
  return sum.amount
}

/** Lists go by the day on which something was begun: what was paid on a day may have been begun before. */
const LONGEST_PAYMENT_MS = days(2)
/** A chargeback may be reversed months later. */
const LONGEST_REVERSAL_MS = days(180)

/** What was paid, refunded and charged back on a day. Mollie does not report its fee to shops. */
export async function bookings(mollie: Mollie, query: DayQuery<Own>): Promise<readonly Booking[]> {
  const { settings, now, signal, from, to } = query
  const account = accountOf(settings)
  if (account === null) throw new Error('the settings for Mollie are incomplete')
  const client = clientOf(mollie, { account, now, signal })
  const payments = valueOf(await client.paymentsSince(after(from, -LONGEST_PAYMENT_MS)))
  const refunds = valueOf(await client.refundsSince(from))
  const chargebacks = valueOf(await client.chargebacksSince(after(from, -LONGEST_REVERSAL_MS)))
  return [
    ...payments.flatMap(payment => bookingOfPayment(payment) ?? []),
    ...refunds.flatMap(refund => bookingOfRefund(refund) ?? []),
    ...chargebacks.flatMap(bookingsOfChargeback),
  ].filter(({ at }) => at >= from && at < to)
}

export function bookingOfPayment({ id, amount, paidAt, metadata }: MolliePayment): Booking | undefined {
  return booking('charge', id, { amount, at: paidAt, transactionId: transactionIn(metadata) })
}

/** One that has failed has moved nothing. */
export function bookingOfRefund(refund: Refund): Booking | undefined {
  const { id, status, amount, createdAt: at, metadata } = refund
  if (refundState(status) === 'failed') return undefined
  const transactionId = Value.Check(OurRefundMetadata, metadata) ? metadata.transactionId : paymentOf(refund)
  return booking('refund', id, { amount, at, transactionId })
}

/** A chargeback that was reversed is listed twice, the second time with a negative amount. */
export function bookingsOfChargeback(chargeback: Chargeback): readonly Booking[] {
  const { id, amount, createdAt, reversedAt } = chargeback
  const transactionId = paymentOf(chargeback)
  const taken = booking('dispute', id, { amount, at: createdAt, transactionId })
  const returned = booking('dispute', id, { amount, at: reversedAt, transactionId })
  return [...(taken ? [taken] : []), ...(returned ? [{ ...returned, amount: negated(returned.amount) }] : [])]
}

type Entry = {
  readonly amount: Amount
  readonly at: string | null | undefined
  readonly transactionId: string | null
}

/** Undefined where it has not happened yet, or can't be read. */
function booking(kind: Booking['kind'], reference: string, { amount: stated, at: moment, transactionId }: Entry) {
  const at = momentOf(moment)
  const sum = fromMollie(stated)
  if (at === null || sum === undefined) return undefined
  const { amount, code: currency } = sum
  return { kind, at, reference, transactionId, amount, currency, fee: null }
}

/** Null for payments that were begun elsewhere by the same key. */
const transactionIn = (metadata: unknown): string | null =>
  Value.Check(OurMetadata, metadata) ? metadata.transactionId : null

const paymentOf = ({ _embedded: embedded }: Refund | Chargeback): string | null =>
  transactionIn(embedded?.payment?.metadata)
