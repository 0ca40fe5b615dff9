import type { RefundAttempt, RefundOutcome } from '#server/providers/port/online.ts'
import { textIn } from '#server/providers/port/terms.ts'
import { type Base, type Own, baseOf } from './account.ts'
import { toSaferpay } from './amounts.ts'
import { type Client, type Failure, reading } from './client.ts'
import { REFUSALS, stateOf } from './map-status.ts'
import { access, isNotFound } from './pay.ts'

/** A refund is a transaction of its own: without being captured it moves no money. */
type Refund = { readonly id: string; readonly status: string }

const NO_CAPTURE =
  "It is not known by what Saferpay has taken this payment. Give it back in Saferpay's back office, by its order number."

/** Gives money back. Nothing protects from giving it back twice: what has no reply is not sent again. */
export async function sendRefund(base: string | null, attempt: RefundAttempt<Own>): Promise<RefundOutcome> {
  const { payment, amount, idempotencyKey, repetition } = attempt
  const captureId = textIn(payment.data, 'capture')
  if (captureId === null) return { kind: 'refused', reason: NO_CAPTURE }
  const account = baseOf(payment.data)
  const client = access(base, payment, account)
  const answer = await client.refund(
    { requestId: idempotencyKey, repetition },
    { captureId, amount: toSaferpay(amount, payment.currency), orderId: refundNumber(account, attempt) },
  )
  if (answer.kind !== 'ok') return outcomeOfFailure(answer)
  const { Id: id, Status: status } = answer.value.Transaction
  return finished(client, attempt, { id, status })
}

/** The state of a refund; one that was not captured is. */
export async function readRefund(base: string | null, attempt: RefundAttempt<Own>): Promise<RefundOutcome> {
  const { payment, reference, data } = attempt
  const account = baseOf(payment.data)
  const client = access(base, payment, account)
  if (reference !== null && data['isCaptured'] !== true) return captured(client, attempt, reference)
  const name = reference === null ? { OrderId: refundNumber(account, attempt) } : { TransactionId: reference }
  const answer = await client.inquire(reading(payment.transactionId, 'INQUIRE'), name)
  if (answer.kind === 'ok') {
    const { Id: id, Status: status } = answer.value.Transaction
    return finished(client, attempt, { id, status })
  }
  // Reported minutes later at the earliest.
  if (reference !== null && isNotFound(answer)) return pending(reference, true)
  return { kind: 'unknown', reason: answer.summary }
}

const pending = (reference: string, isCaptured: boolean): RefundOutcome => ({
  kind: 'pending',
  reference,
  data: { isCaptured },
})

/** Beside the number of the payment, and in its form. */
function refundNumber({ orderId }: Base, { idempotencyKey, payment }: RefundAttempt<Own>): string {
  const order = orderId.slice(0, -payment.transactionId.length)
  return `${order}${idempotencyKey}`
}

async function finished(client: Client, attempt: RefundAttempt<Own>, { id, status }: Refund): Promise<RefundOutcome> {
  switch (stateOf(status)) {
    case 'taken':
      return { kind: 'refunded', reference: id }
    case 'reserved':
      return captured(client, attempt, id)
    case 'dead':
      return { kind: 'refused', reference: id, reason: 'The refund was cancelled at Saferpay.' }
    default:
      return pending(id, true)
  }
}

async function captured(client: Client, attempt: RefundAttempt<Own>, id: string): Promise<RefundOutcome> {
  const { idempotencyKey, repetition } = attempt
  const answer = await client.capture({ requestId: `${idempotencyKey}-CAPTURE`, repetition }, id)
  if (answer.kind === 'ok') {
    return stateOf(answer.value.Status) === 'taken' ? { kind: 'refunded', reference: id } : pending(id, true)
  }
  if (answer.kind === 'silent') return pending(id, false)
  if (answer.name === 'TRANSACTION_ALREADY_CAPTURED') return { kind: 'refunded', reference: id }
  // Its state is in Saferpay's books.
  if (answer.name === 'TRANSACTION_IN_WRONG_STATE') return pending(id, true)
  const outcome = outcomeOfFailure(answer)
  return outcome.kind === 'refused' ? { ...outcome, reference: id } : pending(id, false)
}

/** Why, and what the organiser can do. */
const WHY_REFUSED = new Map(
  Object.entries({
    ACTION_NOT_SUPPORTED:
      'This way to pay, or your licence at Saferpay, does not allow refunds through the shop. Pay it back another way.',
    AMOUNT_INVALID: "Saferpay has no such amount left of this payment. Look at its refunds in Saferpay's back office.",
    AUTHENTICATION_FAILED: "Saferpay refuses the user of the shop. Check the user's name and password.",
    PERMISSION_DENIED: "Saferpay does not let the user of the shop give money back. Check the user's rights.",
    NO_CONTRACT: 'There is no contract with Saferpay for this way to pay and currency any more.',
    NO_CREDITS_AVAILABLE: 'The balance at Saferpay does not suffice.',
    TRANSACTION_NOT_FOUND: 'Saferpay does not know this payment any more. Pay it back another way.',
  }),
)
const DECLINED = "The buyer's bank declined the refund. Pay it back another way."
const OTHERWISE =
  "Saferpay refused the refund; some ways to pay allow none in the first hours. Look at the payment in Saferpay's back office."

/** Some errors say nothing about whether the money went back. */
const UNCERTAIN = new Set([
  'COMMUNICATION_TIMEOUT',
  'COMMUNICATION_FAILED',
  'INTERNAL_ERROR',
  'UNEXPECTED_ERROR_BY_ACQUIRER',
])

export function outcomeOfFailure(failure: Failure): RefundOutcome {
  if (failure.kind === 'silent' || UNCERTAIN.has(failure.name)) return { kind: 'unknown', reason: failure.summary }
  const { name, summary } = failure
  const why = WHY_REFUSED.get(name) ?? (REFUSALS.has(name) ? DECLINED : OTHERWISE)
  return { kind: 'refused', reason: `${why} (${summary})` }
}
