import { type Instant, days } from '#domain/foundation/instant.ts'
import type { Aftermath, Payment, RefundAttempt, RefundOutcome } from '#server/providers/port/online.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import { textIn } from '#server/providers/port/terms.ts'
import { momentOf, valueOf } from '#server/providers/port/answer.ts'
import { isKeyGone } from '#server/providers/port/outcomes.ts'
import { type Own, accountOf, keptOf } from './account.ts'
import { type PayPalAmount, fromPayPal, toPayPal } from './amounts.ts'
import type { Answer, Client, Connection, Failure } from './client.ts'
import { access } from './pay.ts'
import type { Dispute, Refund } from './replies.ts'
import { captureOf, feeOf } from './map-status.ts'

const NO_CAPTURE = 'It is not known by what PayPal has taken this payment. Give it back in your account at PayPal.'

/** PayPal recognises a repeated request for 45 days; a day less, because its clock is not ours. */
const KEY_LIFE_MS = days(44)

/** Refunds. After the key's lifetime the adapter first looks for the refund of this attempt. */
export async function sendRefund(connection: Connection, attempt: RefundAttempt<Own>): Promise<RefundOutcome> {
  const { payment, amount, idempotencyKey, repetition, firstSentAt } = attempt
  const capture = textIn(payment.data, 'capture')
  if (capture === null) return { kind: 'refused', reason: NO_CAPTURE }
  const client = access(connection, payment, accountOf(payment.data))
  if (isKeyGone({ repetition, now: payment.now, firstSentAt }, KEY_LIFE_MS)) {
    const made = await refundWith(client, attempt)
    if (made !== null) return outcomeOf(made, repetition)
  }
  const answer = await client.refundCapture(idempotencyKey, capture, toPayPal(amount, payment.currency))
  return outcomeOf(answer, repetition)
}

/** What was made by this attempt, or why it is unknown; null when PayPal has none. */
async function refundWith(
  client: Client,
  { payment, idempotencyKey }: RefundAttempt<Own>,
): Promise<Answer<Refund> | null> {
  const order = await client.order(keptOf(payment).order)
  if (order.kind !== 'ok') return { kind: 'silent', isUndone: false, summary: order.summary }
  const refunds = (order.value.purchase_units ?? []).flatMap(({ payments }) => payments?.refunds ?? [])
  const made = refunds.find(refund => refund.custom_id === idempotencyKey)
  return made ? { kind: 'ok', value: made } : null
}

/** The state of a refund; one that has no name is sent again. */
export async function readRefund(connection: Connection, attempt: RefundAttempt<Own>): Promise<RefundOutcome> {
  const { payment, reference } = attempt
  if (reference === null) return sendRefund(connection, attempt)
  return outcomeOf(await access(connection, payment, accountOf(payment.data)).refund(reference), 0)
}

function outcomeOf(answer: Answer<Refund>, repetition: number): RefundOutcome {
  if (answer.kind !== 'ok') return outcomeOfFailure(answer, repetition)
  const { id: reference, status } = answer.value
  switch (refundState(status)) {
    case 'refunded':
      return { kind: 'refunded', reference }
    case 'failed':
      return { kind: 'refused', reference, reason: 'The refund has failed at PayPal. Pay it back another way.' }
    case 'pending':
      return { kind: 'pending', reference, data: {} }
  }
}

type RefundState = 'refunded' | 'failed' | 'pending'

const FAILED = /^(FAILED|CANCELLED)$/

/** An unknown state may still end in any other. */
export function refundState(status: string): RefundState {
  if (status === 'COMPLETED') return 'refunded'
  return FAILED.test(status) ? 'failed' : 'pending'
}

const LEFT = 'PayPal has no such amount left of this payment. Look at its refunds in your account at PayPal.'
const BY_HAND = 'PayPal allows no refund of this payment. Pay it back another way.'

/** Why, and what the organiser can do. */
const WHY_REFUSED = new Map(
  Object.entries({
    CAPTURE_FULLY_REFUNDED: LEFT,
    REFUND_AMOUNT_EXCEEDED: LEFT,
    REFUND_AMOUNT_TOO_LOW: 'The amount is less than the smallest one that PayPal gives back.',
    MAX_NUMBER_OF_REFUNDS_EXCEEDED: 'PayPal gives back no more parts of this payment. Pay it back another way.',
    PARTIAL_REFUND_NOT_ALLOWED: 'PayPal gives back this payment only as a whole.',
    PENDING_CAPTURE: 'PayPal has not taken this payment for good yet. Try again when it has.',
    REFUND_FAILED_INSUFFICIENT_FUNDS: 'The balance at PayPal does not suffice. Add money to it.',
    TRANSACTION_DISPUTED: 'The buyer disputes this payment: PayPal gives back all of it, or nothing.',
    REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK: 'The bank of the buyer has taken this payment back already.',
    REFUND_TIME_LIMIT_EXCEEDED: 'The payment is too old for PayPal to give it back. Pay it back another way.',
    REFUND_NOT_ALLOWED: BY_HAND,
    PERMISSION_DENIED: 'PayPal does not let the app of the shop give money back. Check its permissions.',
    NOT_AUTHORIZED: 'PayPal does not let the app of the shop give money back. Check its permissions.',
    PAYEE_ACCOUNT_RESTRICTED: 'Your account at PayPal is restricted. PayPal says there what it needs.',
    RESOURCE_NOT_FOUND: 'PayPal does not know this payment. Was the app of the shop changed?',
  }),
)
const OTHERWISE = 'PayPal refused the refund. Look at the payment in your account at PayPal.'

export function outcomeOfFailure(failure: Failure, repetition = 0): RefundOutcome {
  // The app's secret being wrong says nothing of the refund, and is mended.
  if (failure.kind === 'silent' || failure.status === 401) return { kind: 'unknown', reason: failure.summary }
  // An app that was changed, or may not ask any more, says nothing of what was sent before.
  const mayBeMade = repetition > 0 && (failure.status === 403 || failure.status === 404)
  if (mayBeMade) return { kind: 'unknown', reason: failure.summary }
  return { kind: 'refused', reason: `${WHY_REFUSED.get(failure.issue) ?? OTHERWISE} (${failure.summary})` }
}

type DisputeOfPayment = Aftermath['disputes'][number]

/** What has become of a settled payment: its fee, all its refunds and disputes. */
export async function follow(connection: Connection, payment: Payment<Own>): Promise<Aftermath> {
  const client = access(connection, payment, accountOf(payment.data))
  const order = valueOf(await client.order(keptOf(payment).order))
  const capture = captureOf(order)
  const refunds = (order.purchase_units ?? []).flatMap(({ payments }) => payments?.refunds ?? [])
  return {
    fee: capture ? feeOf(capture) : null,
    refunds: refunds.flatMap(refundIn),
    disputes: capture ? await disputesOf(client, capture.id) : [],
  }
}

function refundIn({ id: reference, amount, status }: Refund): Aftermath['refunds'] {
  return amount ? [{ reference, amount: read(amount), state: refundState(status) }] : []
}

async function disputesOf(client: Client, captureId: string): Promise<DisputeOfPayment[]> {
  const answer = await client.disputesOf(captureId)
  // Apps have to be allowed to see them.
  if (answer.kind === 'error' && answer.status === 403) return []
  const disputes: DisputeOfPayment[] = []
  for (const { dispute_id: id } of valueOf(answer).items ?? []) {
    const dispute = valueOf(await client.dispute(id))
    if (dispute.dispute_amount) disputes.push(disputeIn(dispute, dispute.dispute_amount))
  }
  return disputes
}

function disputeIn(dispute: Dispute, amount: PayPalAmount): DisputeOfPayment {
  return { reference: dispute.dispute_id, amount: read(amount), state: disputeState(dispute), dueBy: dueBy(dispute) }
}

const WON = new Set(['RESOLVED_SELLER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'CANCELED_BY_BUYER', 'DENIED'])
const LOST = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

/** What ended in a way that is not known is left open, for a person. */
export function disputeState({ status, dispute_outcome: outcome }: Dispute): DisputeOfPayment['state'] {
  const code = outcome?.outcome_code ?? ''
  if (status !== 'RESOLVED') return 'open'
  if (WON.has(code)) return 'won'
  return LOST.has(code) ? 'lost' : 'open'
}

function dueBy({ status, seller_response_due_date: due }: Dispute): Instant | null {
  return status === 'WAITING_FOR_SELLER_RESPONSE' && due !== undefined ? momentOf(due) : null
}

function read(amount: PayPalAmount): Minor {
  const sum = fromPayPal(amount)
  if (!sum) throw new Error(`PayPal reports ${amount.value} ${amount.currency_code}, which can't be read`)
  return sum.amount
}
