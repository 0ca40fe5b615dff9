import { type Instant, after, hours, minutes } from '#domain/foundation/instant.ts'
import type { Attempt, CallOutcome, CancelOutcome, Payment } from '#server/providers/port/online.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import { cancelledBy, isKeyGone, unreached } from '#server/providers/port/outcomes.ts'
import { type Own, accountFor, keptOf } from './account.ts'
import { toMollie } from './amounts.ts'
import { type Answer, type Client, type Failure, KEY_LIFETIME_MS, type Mollie, clientOf, mollieKey } from './client.ts'
import { LATER, codeOfField } from './codes.ts'
import { type Expected, differenceOf, outcomeOfPayment } from './map-payment.ts'
import type { Payment as MolliePayment } from './replies.ts'

/** By how much the clocks may differ when a list is searched. */
const CLOCKS_MS = minutes(10)
/** A request that was sent so long ago has been carried out by now, or never will be. */
const LONGEST_UNDER_WAY_MS = hours(1)

export function access(mollie: Mollie, payment: Payment<Own>, kept: ProviderData = payment.data): Client {
  const { settings, now, signal } = payment
  return clientOf(mollie, { account: accountFor(settings, kept), now, signal })
}

/** Begins a payment. After the key's lifetime the adapter first looks for one that was begun before. */
export async function call(mollie: Mollie, attempt: Attempt<Own>): Promise<CallOutcome> {
  const client = access(mollie, attempt, attempt.request)
  const expected = expectedOf(attempt, attempt.request)
  if (isKeyGone(attempt, KEY_LIFETIME_MS)) {
    const found = await find(client, expected, attempt.startedAt)
    if (found.kind !== 'ok') return { kind: 'unknown', reason: found.summary }
    if (found.value !== null) return outcomeOfPayment(found.value, expected)
  }
  const answer = await client.createPayment(bodyOf(attempt), mollieKey(attempt))
  return answer.kind === 'ok' ? outcomeOfPayment(answer.value, expected) : outcomeOfFailure(answer, attempt)
}

/** The state of the payment at Mollie. */
export async function read(mollie: Mollie, payment: Payment<Own>): Promise<CallOutcome> {
  const expected = expectedOf(payment, payment.data)
  const answer = await current(access(mollie, payment), expected, payment.startedAt)
  if (answer.kind !== 'ok') return { kind: 'unknown', reason: answer.summary }
  return answer.value === null
    ? { kind: 'unknown', reason: 'Mollie knows no such payment' }
    : outcomeOfPayment(answer.value, expected)
}

/** Cancels where Mollie lets us. A payment that a buyer is making can only be waited for. */
export async function cancel(mollie: Mollie, attempt: Attempt<Own>): Promise<CancelOutcome> {
  const client = access(mollie, attempt)
  const expected = expectedOf(attempt, attempt.data)
  const answer = await current(client, expected, attempt.startedAt)
  if (answer.kind !== 'ok') return { kind: 'unknown', reason: answer.summary }
  const payment = answer.value
  if (payment === null) return cancelledIfNever(attempt)
  const outcome = cancelled(payment, expected)
  if (outcome.kind !== 'not-now' || payment.isCancelable !== true || differenceOf(payment, expected) !== null)
    return outcome
  const answered = await client.cancelPayment(payment.id)
  if (answered.kind === 'ok') return cancelled(answered.value, expected)
  if (answered.kind === 'invalid') return { kind: 'not-now', reason: answered.summary }
  return { kind: 'unknown', reason: answered.summary }
}

function cancelled(payment: MolliePayment, expected: Expected): CancelOutcome {
  const outcome = outcomeOfPayment(payment, expected)
  return outcome.kind === 'mismatch'
    ? { kind: 'not-now', reason: outcome.reason }
    : cancelledBy(outcome, `${payment.id} is`)
}

const cancelledIfNever = ({ lastSentAt, now }: Attempt<Own>): CancelOutcome =>
  now - lastSentAt > LONGEST_UNDER_WAY_MS
    ? { kind: 'cancelled' }
    : { kind: 'unknown', reason: 'Mollie knows no such payment yet' }

/** What Mollie calls it: one that was worked on at once has no reference yet. */
export function nameOf({ reference, data }: Pick<Payment<Own>, 'reference' | 'data'>): string | null {
  const { payment } = data
  return reference ?? (typeof payment === 'string' ? payment : null)
}

/** The payment as Mollie reports it, by its name or by our ids; null when there is none. */
async function current(client: Client, expected: Expected, startedAt: Instant): Promise<Answer<MolliePayment | null>> {
  return expected.reference === null ? find(client, expected, startedAt) : client.payment(expected.reference)
}

async function find(client: Client, expected: Expected, startedAt: Instant): Promise<Answer<MolliePayment | null>> {
  const answer = await client.paymentsSince(after(startedAt, -CLOCKS_MS))
  if (answer.kind !== 'ok') return answer
  return { kind: 'ok', value: answer.value.find(payment => differenceOf(payment, expected) === null) ?? null }
}

/**
 * A refusal of the first sending proves that nothing was begun. One of a repetition proves it only where Mollie has
 * examined the request: for the first one may have been carried out.
 */
export function outcomeOfFailure(failure: Failure, { repetition }: Pick<Attempt<Own>, 'repetition'>): CallOutcome {
  const refused = (code: string): CallOutcome => ({ kind: 'refused', code, isOver: true })
  switch (failure.kind) {
    case 'invalid':
      return refused(codeOfField(failure.field))
    case 'busy':
    case 'unreached':
      return unreached(failure, { repetition, code: LATER })
    case 'forbidden':
    case 'missing':
      return repetition > 0 ? { kind: 'unknown', reason: failure.summary } : refused(LATER)
    case 'conflict':
    case 'silent':
      return { kind: 'unknown', reason: failure.summary }
    default:
      return failure satisfies never
  }
}

/** The same bytes each time: by what was written down when it was begun. */
function bodyOf({ amount, currency, reservationId, transactionId, shortId, request }: Attempt<Own>): object {
  const { description, redirectUrl, webhookUrl, method, locale, applicationFee } = request
  return {
    amount: toMollie({ amount, currency }),
    description,
    redirectUrl,
    webhookUrl,
    method,
    ...(locale != null && { locale }),
    metadata: { reservationId, transactionId },
    ...(applicationFee != null && {
      applicationFee: { amount: { currency, value: applicationFee }, description: `Fee for order ${shortId}` },
    }),
  }
}

function expectedOf(payment: Payment<Own>, startData: ProviderData): Expected {
  const { transactionId, reservationId, settings, now } = payment
  const kept = keptOf(accountFor(settings, startData))
  return { transactionId, reservationId, reference: nameOf(payment), kept, now }
}
