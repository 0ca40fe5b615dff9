import { hours, instant } from '#domain/foundation/instant.ts'
import type { Attempt, CallOutcome, CancelOutcome, CheckReason, Payment } from '#server/providers/port/online.ts'
import { type ProviderData, textIn } from '#server/providers/port/terms.ts'
import { cancelledBy, isKeyGone, unreached } from '#server/providers/port/outcomes.ts'
import { type Account, type Kept, type Own, accountIn, accountOf, keptOf } from './account.ts'
import { toPayPal } from './amounts.ts'
import { CAPTURE, GIVE_UP } from './begin.ts'
import { type Client, type Connection, clientOf } from './client.ts'
import {
  LATER,
  UNEXPECTED,
  isCapturedBefore,
  isNotFound,
  linkIn,
  outcomeOfOrder,
  outcomeOfRefusedCapture,
} from './map-status.ts'

const CHANGED = 'error.STEP_2_INVALID_HMAC'
/** PayPal recognises a repeated request for six hours. */
const KEY_LIFE_MS = hours(5)

export function access(connection: Connection, payment: Payment<Own>, account: Account): Client {
  const { settings, now, signal } = payment
  return clientOf(connection, { settings, account, now, signal })
}

export async function call(connection: Connection, attempt: Attempt<Own>): Promise<CallOutcome> {
  const { step } = attempt.request
  if (step === GIVE_UP) return { kind: 'refused', code: CHANGED, isOver: true }
  return step === CAPTURE ? takeMoney(connection, attempt) : createOrder(connection, attempt)
}

/**
 * Has an order made that the buyer agrees to. It moves no money, and no buyer knows one whose reply was lost: what
 * PayPal refuses has not happened, and what it does not recognise any more may be made again.
 */
async function createOrder(connection: Connection, attempt: Attempt<Own>): Promise<CallOutcome> {
  const { request, idempotencyKey, repetition, now } = attempt
  const { until } = request
  const account = accountOf(request)
  // No buyer will agree to it any more.
  if (repetition > 0 && typeof until === 'number' && now >= until) return { kind: 'cancelled' }
  const answer = await access(connection, attempt, account).createOrder(idempotencyKey, orderFor(attempt))
  if (answer.kind === 'silent' && answer.isUndone) return unreached(answer, { repetition, code: LATER })
  if (answer.kind === 'silent') return { kind: 'unknown', reason: answer.summary }
  if (answer.kind === 'error') return { kind: 'refused', code: UNEXPECTED, isOver: true }
  const { id: reference } = answer.value
  const url = linkIn(answer.value)
  if (url === null || typeof until !== 'number') {
    return { kind: 'unknown', reason: 'POST /v2/checkout/orders: a reply of another form' }
  }
  const data: ProviderData = {
    live: account.live,
    client: account.client,
    signature: textIn(request, 'signature'),
    url,
    until,
    isApproved: false,
  }
  return { kind: 'redirect', reference, url, until: instant(until), meanwhile: 'open', data }
}

function orderFor({ request, amount, currency, transactionId }: Attempt<Own>): object {
  const language = textIn(request, 'language')
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: transactionId,
        description: textIn(request, 'description'),
        amount: toPayPal(amount, currency),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          shipping_preference: 'NO_SHIPPING',
          user_action: 'CONTINUE',
          // No electronic cheque, which takes days.
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
          ...(language !== null && { locale: language }),
          return_url: textIn(request, 'returnUrl'),
          cancel_url: textIn(request, 'cancelUrl'),
        },
      },
    },
  }
}

/** Takes what the buyer has agreed to. What PayPal has dropped is not sent before the state of the order is known. */
async function takeMoney(connection: Connection, attempt: Attempt<Own>): Promise<CallOutcome> {
  const kept = keptOf(attempt)
  const { repetition, idempotencyKey } = attempt
  if (isKeyGone(attempt, KEY_LIFE_MS)) {
    const current = await ask(connection, attempt)
    const isUntaken = current.kind === 'redirect' && current.data['isApproved'] === true
    if (!isUntaken) return current
  }
  const answer = await access(connection, attempt, kept.own).captureOrder(idempotencyKey, kept.order)
  if (answer.kind === 'ok') return captured(connection, attempt, outcomeOfOrder(answer.value, kept))
  if (isCapturedBefore(answer)) return captured(connection, attempt, await ask(connection, attempt))
  if (isNotFound(answer)) return lapsed(attempt, kept, answer.summary)
  // What the buyer has agreed to can still be taken.
  if (answer.kind === 'silent' && answer.isUndone) return unreached(answer, { repetition, code: LATER, isOver: false })
  const outcome = outcomeOfRefusedCapture(answer, kept)
  return answer.kind === 'error' && outcome.kind === 'unknown'
    ? refusedWithoutReason(connection, attempt, outcome)
    : outcome
}

/** Refused for a reason that is not known: the order says whether money was taken. One that has none is left for another one. */
async function refusedWithoutReason(
  connection: Connection,
  attempt: Attempt<Own>,
  unknown: CallOutcome,
): Promise<CallOutcome> {
  const current = await ask(connection, attempt)
  if (current.kind === 'redirect') return { kind: 'refused', code: UNEXPECTED, isOver: true }
  return current.kind === 'unknown' ? unknown : current
}

/** A short answer may omit the capture: the state is asked for then, so no buyer is led to Pay for what was taken. */
async function captured(connection: Connection, payment: Payment<Own>, outcome: CallOutcome): Promise<CallOutcome> {
  const seen = outcome.kind === 'unknown' ? await ask(connection, payment) : outcome
  if (seen.kind !== 'redirect') return seen
  return { kind: 'unknown', reason: 'PayPal does not say yet what it has captured' }
}

/**
 * The state of the payment. At its end one that PayPal says nothing of is over unless a capture is known: PayPal takes
 * nothing without a request, and while a request of the shop has no reply, the shop repeats it instead of looking.
 */
export async function read(
  connection: Connection,
  payment: Payment<Own> & { readonly why: CheckReason },
): Promise<CallOutcome> {
  const outcome = await ask(connection, payment)
  const isOver = payment.why === 'end' && outcome.kind === 'unknown' && isUntouched(payment)
  return isOver ? { kind: 'cancelled' } : outcome
}

const isUntouched = ({ data }: Payment<Own>): boolean => textIn(data, 'capture') === null

async function ask(connection: Connection, payment: Payment<Own>): Promise<CallOutcome> {
  if (payment.reference === null) return { kind: 'unknown', reason: 'PayPal has not named it yet' }
  const kept = keptOf(payment)
  const answer = await access(connection, payment, kept.own).order(kept.order)
  if (answer.kind === 'ok') return outcomeOfOrder(answer.value, kept)
  return isNotFound(answer) ? lapsed(payment, kept, answer.summary) : { kind: 'unknown', reason: answer.summary }
}

/** PayPal drops unpaid orders; those of another app it has never shown. */
function lapsed({ settings }: Payment<Own>, { own, capture }: Kept, reason: string): CallOutcome {
  const isOurs = accountIn(settings)?.client === own.client && capture === null
  return isOurs ? { kind: 'cancelled' } : { kind: 'unknown', reason }
}

/**
 * There is no call for it, and none is needed: without a capture, which only Pay asks for, PayPal takes nothing. It is asked
 * whether one has been made; without an answer what the shop knows counts, so that seats don't wait for PayPal.
 */
export async function cancel(connection: Connection, attempt: Attempt<Own>): Promise<CancelOutcome> {
  if (attempt.reference === null) return { kind: 'cancelled' }
  const outcome = await read(connection, { ...attempt, why: 'end' })
  const isUntaken = outcome.kind === 'redirect' || outcome.kind === 'refused'
  return isUntaken ? { kind: 'cancelled' } : cancelledBy(outcome, 'PayPal has it as')
}
