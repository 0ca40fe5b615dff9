import { hours } from '#domain/instant.ts'
import type { Attempt, CallOutcome, CancelOutcome, Payment } from '../online.ts'
import type { Own } from './account.ts'
import { toPayPal } from './amounts.ts'
import type { Failure } from './answer.ts'
import { type Client, type NewOrder, type Place, clientOf } from './client.ts'
import { NOT_BEGUN } from './codes.ts'
import { type Kept, keptIn, textIn } from './kept.ts'
import { type Begun, isCaptured, outcomeOfOrder, outcomeOfRefusal } from './map-status.ts'

/** PayPal keeps keys of orders for six hours; an hour less, because its clock is not ours. */
const KEY_LIFETIME_MS = hours(5)

/** Makes an order, or takes the money of one that the buyer has agreed to. */
export function call(place: Place, attempt: Attempt<Own>): Promise<CallOutcome> {
  return attempt.request['step'] === 'capture' ? captureOrder(place, attempt) : createOrder(place, attempt)
}

export function clientFor(place: Place, { settings, now, signal }: Payment<Own>, account: Kept): Client {
  return clientOf(place, { account, settings, now, signal })
}

/** Without a capture nothing is taken, so that one order too many does no harm: it lapses. */
async function createOrder(place: Place, attempt: Attempt<Own>): Promise<CallOutcome> {
  const kept = keptIn(attempt.request)
  if (attempt.repetition > 0 && attempt.now >= kept.until) return { kind: 'cancelled' }
  const answer = await clientFor(place, attempt, kept).createOrder(orderOf(attempt), attempt.idempotencyKey)
  if (answer.kind === 'ok') return outcomeOfOrder(answer.value, begunBy(attempt, kept))
  if (answer.kind === 'silent') return { kind: 'unknown', reason: answer.summary }
  return { kind: 'refused', code: NOT_BEGUN, isOver: true }
}

async function captureOrder(place: Place, attempt: Attempt<Own>): Promise<CallOutcome> {
  const { reference, transactionId, repetition, idempotencyKey, now, firstSentAt } = attempt
  if (reference === null) throw new Error(`transaction ${transactionId}: PayPal has not named it`)
  const kept = keptIn(attempt.data)
  const begun = begunBy(attempt, kept)
  const client = clientFor(place, attempt, kept)
  if (repetition > 0 && now - firstSentAt >= KEY_LIFETIME_MS) {
    const known = await client.order(reference)
    if (known.kind !== 'ok') return { kind: 'unknown', reason: known.summary }
    if (isCaptured(known.value)) return outcomeOfOrder(known.value, begun)
  }
  const answer = await client.captureOrder(reference, idempotencyKey)
  if (answer.kind === 'ok') return outcomeOfOrder(answer.value, begun)
  return afterRefusal(client, answer, { begun, reference, repetition })
}

type Sent = { readonly begun: Begun; readonly reference: string; readonly repetition: number }

/** A refusal says nothing of an earlier sending that had no reply: then the order does. */
async function afterRefusal(
  client: Client,
  failure: Failure,
  { begun, reference, repetition }: Sent,
): Promise<CallOutcome> {
  if (failure.kind === 'silent') return { kind: 'unknown', reason: failure.summary }
  const { issue, status } = failure
  if (repetition === 0 && issue !== 'ORDER_ALREADY_CAPTURED') {
    return status === 404 ? { kind: 'cancelled' } : outcomeOfRefusal(issue, begun)
  }
  const order = await client.order(reference)
  if (order.kind !== 'ok') return { kind: 'unknown', reason: order.summary }
  return isCaptured(order.value) ? outcomeOfOrder(order.value, begun) : outcomeOfRefusal(issue, begun)
}

/**
 * How the payment stands at PayPal. At its end nobody has to be asked about one that was never captured: PayPal takes
 * nothing by itself, and the shop asks for nothing any more.
 */
export async function look(place: Place, payment: Payment<Own> & { readonly why: string }): Promise<CallOutcome> {
  const { reference, data, why } = payment
  if (reference === null) return { kind: 'unknown', reason: 'PayPal has not named it' }
  const kept = keptIn(data)
  if (why === 'end' && kept.capture === null) return { kind: 'cancelled' }
  const answer = await clientFor(place, payment, kept).order(reference)
  if (answer.kind === 'ok') return outcomeOfOrder(answer.value, begunBy(payment, kept))
  const hasLapsed = answer.kind === 'refused' && answer.status === 404 && kept.capture === null
  return hasLapsed ? { kind: 'cancelled' } : { kind: 'unknown', reason: answer.summary }
}

/** PayPal has no call for it, and needs none: what is not captured lapses. What it works on can't be stopped. */
export async function cancel(place: Place, attempt: Attempt<Own>): Promise<CancelOutcome> {
  if (textIn(attempt.data, 'capture') === null) return { kind: 'cancelled' }
  const outcome = await look(place, { ...attempt, why: 'message' })
  if (outcome.kind === 'cancelled' || outcome.kind === 'unknown') return outcome
  if (outcome.kind === 'refused' && outcome.isOver) return { kind: 'cancelled' }
  return { kind: 'not-now', reason: `PayPal has it as ${outcome.kind}` }
}

function begunBy({ transactionId, reference, now }: Payment<Own>, kept: Kept): Begun {
  return { transactionId, reference, kept, now }
}

function orderOf({ request, transactionId, amount, currency }: Attempt<Own>): NewOrder {
  const money = toPayPal(amount, currency)
  if (!money) throw new Error(`transaction ${transactionId}: PayPal can't take ${amount} ${currency}`)
  const text = (key: string) => textIn(request, key) ?? ''
  const description = text('description')
  const brand = text('brand')
  return {
    intent: 'CAPTURE',
    purchase_units: [{ custom_id: transactionId, ...(description !== '' && { description }), amount: money }],
    payment_source: {
      paypal: {
        experience_context: {
          ...(brand !== '' && { brand_name: brand }),
          locale: text('locale'),
          shipping_preference: 'NO_SHIPPING',
          user_action: 'CONTINUE',
          landing_page: 'NO_PREFERENCE',
          payment_method_preference: request['isAtOnce'] === true ? 'IMMEDIATE_PAYMENT_REQUIRED' : 'UNRESTRICTED',
          return_url: text('returnUrl'),
          cancel_url: text('cancelUrl'),
        },
      },
    },
  }
}
