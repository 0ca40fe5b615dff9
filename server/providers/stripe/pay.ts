import { hours } from '#domain/foundation/instant.ts'
import { cancelledBy, isKeyGone, unreached } from '#server/providers/port/outcomes.ts'
import type { Attempt, CallOutcome, CancelOutcome, Payment } from '#server/providers/port/online.ts'
import { type Own, accountOf, secretKey } from './account.ts'
import { toStripe } from './amounts.ts'
import { type Answer, type Client, type Failure, clientOf, named } from './client.ts'
import { ABORTED, OUT_OF_REACH, TOO_MANY_REQUESTS, buyerCode, invalidCode } from './codes.ts'
import { type Expected, outcomeOfCharge, outcomeOfIntent } from './map-payment.ts'

/** Stripe keeps keys for a day at least; an hour less, because its clock is not ours. */
export const KEY_LIFETIME_MS = hours(23)
/** What was made is found by a search within a minute, when all is well there. */
const SEARCH_LAG_MS = hours(1)
const NOT_FOUND = 'Stripe knows no such payment yet'

export function access(base: string, payment: Payment<Own>): Client {
  const { settings, data, signal } = payment
  return clientOf(base, { key: secretKey(settings), account: accountOf(data, settings), signal })
}

/** The client for an attempt, whose request says by which account it is made. */
function accessFor(base: string, { settings, request, signal }: Attempt<Own>): Client {
  return clientOf(base, { key: secretKey(settings), account: accountOf(request, settings), signal })
}

/** Makes an intent, or charges a token. After the key's lifetime what was made before is searched first. */
export async function call(base: string, attempt: Attempt<Own>): Promise<CallOutcome> {
  const client = accessFor(base, attempt)
  const expected = expectedOf(attempt, { account: accountOf(attempt.request, attempt.settings), fee: feeIn(attempt) })
  if (isKeyGone(attempt, KEY_LIFETIME_MS)) {
    const found = await search(client, expected)
    if (found !== null) return found
  }
  const isCharge = attempt.request['step'] === 'charge'
  const { idempotencyKey, request } = attempt
  if (isCharge) {
    const source = String(request['token'])
    const answer = await client.createCharge({ ...paramsOf(attempt), source }, idempotencyKey)
    return answer.kind === 'ok' ? outcomeOfCharge(answer.value, expected) : outcomeOfFailure(answer, attempt)
  }
  const methods = String(request['methods']).split(',')
  const answer = await client.createIntent(
    { ...paramsOf(attempt), allowed_payment_method_types: methods },
    idempotencyKey,
  )
  return answer.kind === 'ok' ? outcomeOfIntent(answer.value, expected) : outcomeOfFailure(answer, attempt)
}

/** The state of the payment at Stripe. */
export async function read(base: string, payment: Payment<Own>): Promise<CallOutcome> {
  const client = access(base, payment)
  const expected = expectedOf(payment, {
    account: accountOf(payment.data, payment.settings),
    fee: payment.data['hasFee'],
  })
  const id = nameOf(payment)
  if (id === null) return (await search(client, expected)) ?? { kind: 'unknown', reason: NOT_FOUND }
  return 'charge' in named(id)
    ? outcomeOr(await client.charge(id), charge => outcomeOfCharge(charge, expected))
    : outcomeOr(await client.intent(id), intent => outcomeOfIntent(intent, expected))
}

/** An intent is cancelled; a charge can't be taken back, only refunded. */
export async function cancel(base: string, attempt: Attempt<Own>): Promise<CancelOutcome> {
  const id = nameOf(attempt) ?? (await findIntent(base, attempt))
  if (id === null || 'charge' in named(id)) return cancelled(await read(base, attempt), attempt)
  const answer = await access(base, attempt).cancelIntent(id, attempt.idempotencyKey)
  if (answer.kind === 'ok' && answer.value.status === 'canceled') return { kind: 'cancelled' }
  if (answer.kind === 'ok' || answer.kind === 'invalid') {
    return cancelled(await read(base, { ...attempt, reference: id }), attempt)
  }
  return { kind: 'unknown', reason: answer.summary }
}

/** What Stripe calls it: a charge that is pending has no reference yet. */
export function nameOf({ reference, data }: Pick<Payment<Own>, 'reference' | 'data'>): string | null {
  const { charge } = data
  return reference ?? (typeof charge === 'string' ? charge : null)
}

function cancelled(outcome: CallOutcome, { reference, lastSentAt, now }: Attempt<Own>): CancelOutcome {
  const isNotFound = outcome.kind === 'unknown' && outcome.reason === NOT_FOUND
  const neverCame = reference === null && isNotFound && now - lastSentAt > SEARCH_LAG_MS
  return neverCame ? { kind: 'cancelled' } : cancelledBy(outcome, 'Stripe has it as')
}

async function findIntent(base: string, payment: Payment<Own>): Promise<string | null> {
  const answer = await access(base, payment).findIntents(payment.transactionId)
  return answer.kind === 'ok' ? (answer.value.data[0]?.id ?? null) : null
}

/** What was made for this transaction, by its id in the metadata; null when nothing is found. */
async function search(client: Client, expected: Expected): Promise<CallOutcome | null> {
  const intents = await client.findIntents(expected.transactionId)
  if (intents.kind !== 'ok') return { kind: 'unknown', reason: intents.summary }
  const [intent] = intents.value.data
  if (intent) return outcomeOfIntent(intent, expected)
  const charges = await client.findCharges(expected.transactionId)
  if (charges.kind !== 'ok') return { kind: 'unknown', reason: charges.summary }
  const [charge] = charges.value.data
  return charge ? outcomeOfCharge(charge, expected) : null
}

function outcomeOr<Reply>(answer: Answer<Reply>, outcomeOf: (reply: Reply) => CallOutcome): CallOutcome {
  return answer.kind === 'ok' ? outcomeOf(answer.value) : { kind: 'unknown', reason: answer.summary }
}

/**
 * A refusal of the first sending proves that nothing was taken. One of a repetition proves it only where Stripe has
 * examined the request: for the first one may have been carried out.
 */
export function outcomeOfFailure(failure: Failure, { repetition }: Pick<Attempt<Own>, 'repetition'>): CallOutcome {
  const refused = (code: string): CallOutcome => ({ kind: 'refused', code, isOver: true })
  switch (failure.kind) {
    case 'declined':
      return refused(buyerCode({ code: failure.code, decline_code: failure.reason }))
    case 'invalid':
      return refused(failure.param === null ? buyerCode(failure) : invalidCode(failure.param))
    case 'forbidden':
      return repetition > 0 ? { kind: 'unknown', reason: failure.summary } : refused(ABORTED)
    case 'busy':
      return unreached(failure, { repetition, code: TOO_MANY_REQUESTS })
    case 'unreached':
      return unreached(failure, { repetition, code: OUT_OF_REACH })
    case 'silent':
      return { kind: 'unknown', reason: failure.summary }
    default:
      return failure satisfies never
  }
}

function paramsOf({ amount, currency, transactionId, reservationId, request }: Attempt<Own>) {
  const charged = toStripe(amount, currency)
  if (charged === undefined) throw new Error(`transaction ${transactionId}: Stripe can't count ${amount} ${currency}`)
  const fee = request['applicationFee']
  return {
    amount: charged,
    currency: currency.toLowerCase(),
    description: String(request['description']),
    metadata: { reservationId, transactionId, shop: String(request['shop']) },
    ...(typeof fee === 'number' && fee > 0 && { application_fee_amount: fee }),
  }
}

const feeIn = ({ request }: Attempt<Own>): boolean => Number(request['applicationFee'] ?? 0) > 0

function expectedOf(payment: Payment<Own>, { account, fee }: { account: string | null; fee: unknown }): Expected {
  const { transactionId, startedAt, settings } = payment
  const kept = { account, hasFee: fee === true }
  return { transactionId, reference: nameOf(payment), startedAt, key: secretKey(settings), kept }
}
