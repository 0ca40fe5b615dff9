import type {
  Aftermath,
  Booking,
  DayQuery,
  Payment,
  RefundAttempt,
  RefundOutcome,
} from '#server/providers/port/online.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import { type Minor, negated } from '#domain/foundation/money/money.ts'
import { currency } from '#domain/foundation/money/currency.ts'
import { valueOf } from '#server/providers/port/answer.ts'
import { isKeyGone } from '#server/providers/port/outcomes.ts'
import { type Own, connectedAccount, secretKey } from './account.ts'
import { fromStripe, toStripe } from './amounts.ts'
import { type Client, type Failure, clientOf, named } from './client.ts'
import { KEY_LIFETIME_MS, access, nameOf } from './pay.ts'
import type { BookedTransaction, Dispute, Refund } from './replies.ts'
import { feeOf, ownFee } from './map-payment.ts'

/** Refunds. After the key's lifetime the adapter first looks for the refund of this attempt. */
export async function sendRefund(base: string, attempt: RefundAttempt<Own>): Promise<RefundOutcome> {
  const { payment, amount, idempotencyKey, repetition, firstSentAt } = attempt
  if (isKeyGone({ repetition, now: payment.now, firstSentAt }, KEY_LIFETIME_MS)) {
    const found = await readRefund(base, attempt)
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
export async function readRefund(base: string, attempt: RefundAttempt<Own>): Promise<RefundOutcome> {
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
    const explained = failure.code === null ? undefined : WHY_REFUSED[failure.code]
    return { kind: 'refused', reason: explained ?? `${OTHERWISE} (${summary})` }
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

type RefundState = Aftermath['refunds'][number]['state']
type DisputeState = Aftermath['disputes'][number]['state']

/** What has become of a settled payment: its fee, all its refunds and disputes. */
export async function follow(base: string, payment: Payment<Own>): Promise<Aftermath> {
  const id = nameOf(payment)
  if (id === null) throw new Error(`transaction ${payment.transactionId}: Stripe has not named it`)
  const client = access(base, payment)
  const fee = await feeAt(client, id)
  const refunds = valueOf(await client.refundsOf(named(id)))
  const disputes = valueOf(await client.disputesOf(named(id)))
  return { fee, refunds: refunds.map(refundIn), disputes: disputes.map(disputeIn) }
}

async function feeAt(client: Client, id: string): Promise<Minor | null> {
  if ('charge' in named(id)) return feeOf(valueOf(await client.charge(id)))
  const { latest_charge: charge } = valueOf(await client.intent(id))
  return typeof charge === 'object' && charge !== null ? feeOf(charge) : null
}

function refundIn({ id: reference, amount, currency, status }: Refund): Aftermath['refunds'][number] {
  return { reference, amount: read(amount, currency), state: refundState(status ?? '') }
}

function disputeIn(dispute: Dispute): Aftermath['disputes'][number] {
  const { id: reference, amount, currency, status } = dispute
  return { reference, amount: read(amount, currency), state: disputeState(status), dueBy: dueBy(dispute) }
}

/** An unknown state may still end in any other. */
export function refundState(status: string): RefundState {
  if (status === 'succeeded') return 'refunded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

const WON = new Set(['won', 'warning_closed', 'prevented'])

/** An early warning that was closed, and a dispute that was prevented, have taken nothing. */
export function disputeState(status: string): DisputeState {
  if (WON.has(status)) return 'won'
  return status === 'lost' ? 'lost' : 'open'
}

const TO_ANSWER = new Set(['needs_response', 'warning_needs_response', 'appeal_needs_response'])

function dueBy({ status, evidence_details: details }: Dispute): Instant | null {
  const seconds = details?.due_by
  return TO_ANSWER.has(status) && seconds != null ? instant(seconds * 1000) : null
}

function read(amount: number, currency: string): Minor {
  const sum = fromStripe(amount, currency)
  if (sum === undefined) throw new Error(`Stripe reports ${amount} ${currency}, which can't be read`)
  return sum
}

/** Cards are booked as charges, other methods as payments. */
const KINDS: Readonly<Record<string, Booking['kind']>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
}

/** Stripe's books of a day. A refund that failed, and a dispute that was won, have a negative amount. */
export async function bookings(base: string, query: DayQuery<Own>): Promise<readonly Booking[]> {
  const { settings, signal, from, to } = query
  const client = clientOf(base, { key: secretKey(settings), account: connectedAccount(settings), signal })
  const booked = valueOf(await client.booked(Math.floor(from / 1000), Math.ceil(to / 1000)))
  return booked.flatMap(line => bookingOf(line) ?? [])
}

/** Undefined for what is no charge, refund or dispute, such as a payout. */
export function bookingOf(line: BookedTransaction): Booking | undefined {
  const { source, type, created, amount: moved } = line
  if (typeof source !== 'object' || source === null) return undefined
  const kind = source.object === 'dispute' ? 'dispute' : KINDS[type]
  const code = currency(source.currency ?? line.currency)
  if (kind === undefined || code === undefined) return undefined
  const amount = fromStripe(source.amount ?? Math.abs(moved), code)
  if (amount === undefined) return undefined
  return {
    kind,
    at: instant(created * 1000),
    reference: source.id,
    transactionId: source.metadata?.['transactionId'] ?? null,
    amount: kind !== 'charge' && moved > 0 ? negated(amount) : amount,
    currency: code,
    fee: feeIn(line, code),
  }
}

/** Null where the account is kept in another currency than was paid in. */
const feeIn = (line: BookedTransaction, code: string): Minor | null =>
  currency(line.currency) === code ? ownFee(line) : null
