import { AUTHENTICATION_FAILED, cardOf } from './cards.ts'
import { receive } from './money.ts'
import { type FakeIntent, type PaymentError, Refusal, type World, invalid, newId, seconds } from './world.ts'

type New = Pick<
  FakeIntent,
  'amount' | 'currency' | 'description' | 'metadata' | 'account' | 'applicationFee' | 'methods'
>

export function createIntent(world: World, request: New): FakeIntent {
  if (request.methods.length === 0) {
    throw invalid('No payment method fits', { code: 'payment_intent_invalid_parameter', param: 'currency' })
  }
  const id = newId('pi')
  const intent: FakeIntent = {
    ...request,
    object: 'payment_intent',
    id,
    created: seconds(world),
    clientSecret: newId(`${id}_secret`),
    status: 'requires_payment_method',
    amountReceived: 0,
    lastError: null,
    nextAction: null,
    verdict: null,
    chargeId: null,
    cancellationReason: null,
  }
  world.intents.set(id, intent)
  world.sendMessage('payment_intent.created', intent)
  return intent
}

const CANCELABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_capture']

export function cancelIntent(world: World, intent: FakeIntent, reason: string | null): void {
  if (!CANCELABLE.includes(intent.status)) throw wrongState(intent)
  intent.status = 'canceled'
  intent.cancellationReason = reason
  intent.nextAction = null
  world.sendMessage('payment_intent.canceled', intent)
}

export type Means = { readonly type: string; readonly number: string | null; readonly returnUrl: string | null }

const DELAYED = ['sepa_debit', 'multibanco']

/** What the browser does: the buyer pays with this. A refusal is thrown, as it is answered. */
export function confirm(world: World, intent: FakeIntent, { type, number, returnUrl }: Means): void {
  assertConfirmable(intent)
  if (!intent.methods.includes(type))
    throw invalid(`${type} is not allowed for this payment`, { param: 'payment_method' })
  intent.lastError = null
  if (DELAYED.includes(type)) return process(world, intent)
  if (type !== 'card') return ask(world, intent, { type: 'redirect_to_url', method: type, returnUrl })
  const { asks, decline = null } = cardOf(number ?? '')
  if (asks) return ask(world, intent, { type: 'use_stripe_sdk', method: type, returnUrl }, decline)
  if (decline) throw fail(world, intent, decline)
  succeed(world, intent, { method: type, number })
}

/** The buyer has answered the bank, or the page of the method. */
export function authenticate(world: World, intent: FakeIntent, isSuccess: boolean): void {
  const { nextAction, verdict } = intent
  if (intent.status !== 'requires_action' || !nextAction) throw wrongState(intent)
  if (!isSuccess) fail(world, intent, AUTHENTICATION_FAILED)
  else if (verdict) fail(world, intent, verdict)
  else succeed(world, intent, { method: nextAction.method, number: null })
}

export function succeed(world: World, intent: FakeIntent, by: { method: string; number: string | null }): void {
  const { amount, currency, metadata, account, applicationFee, id: intentId } = intent
  const charge = receive(world, { amount, currency, metadata, account, applicationFee, intentId, ...by })
  intent.chargeId = charge.id
  intent.status = 'succeeded'
  intent.amountReceived = amount
  intent.nextAction = null
  world.sendMessage('payment_intent.succeeded', intent)
}

/** Returns the refusal, for the caller to answer. The same secret serves for another try. */
export function fail(world: World, intent: FakeIntent, error: PaymentError): Refusal {
  intent.status = 'requires_payment_method'
  // Each confirmation of a card form is a payment method of its own.
  intent.lastError = { ...error, payment_method: { id: newId('pm') } }
  intent.nextAction = null
  intent.verdict = null
  world.sendMessage('payment_intent.payment_failed', intent)
  return new Refusal(402, { ...error })
}

export function process(world: World, intent: FakeIntent): void {
  assertConfirmable(intent)
  intent.status = 'processing'
  world.sendMessage('payment_intent.processing', intent)
}

export function ask(
  world: World,
  intent: FakeIntent,
  action: NonNullable<FakeIntent['nextAction']>,
  verdict: PaymentError | null = null,
): void {
  intent.status = 'requires_action'
  intent.nextAction = action
  intent.verdict = verdict
  world.sendMessage('payment_intent.requires_action', intent)
}

function assertConfirmable(intent: FakeIntent): void {
  if (!['requires_payment_method', 'requires_confirmation'].includes(intent.status)) throw wrongState(intent)
}

const wrongState = ({ status }: FakeIntent): Refusal =>
  invalid(`This payment is ${status}`, { code: 'payment_intent_unexpected_state' })
