import { currency } from '#domain/foundation/money/currency.ts'
import { type Instant, after, minutes } from '#domain/foundation/instant.ts'
import { type Minor, ZERO, plus } from '#domain/foundation/money/money.ts'
import type { CallOutcome, ReceivedMoney } from '#server/providers/port/online.ts'
import { type Own, isLiveKey } from './account.ts'
import { fromStripe } from './amounts.ts'
import { buyerCode } from './codes.ts'
import type { BalanceTransaction, Charge, Intent, PaymentError } from './replies.ts'

/** What a reply of Stripe is held against. */
export type Expected = {
  readonly transactionId: string
  /** Null before Stripe has stated it. */
  readonly reference: string | null
  readonly startedAt: Instant
  /** The secret key, which says whether it is of the live or the test mode. */
  readonly key: string
  /** What stays with the payment. */
  readonly kept: Kept
}

export type Kept = { readonly account: string | null; readonly hasFee: boolean }

/** The state of a payment with authentication, by Stripe's states. */
export function outcomeOfIntent(intent: Intent, expected: Expected): CallOutcome {
  const oddity = oddityOf(intent, expected)
  if (oddity !== null) return { kind: 'mismatch', reason: oddity }
  switch (intent.status) {
    case 'requires_payment_method': {
      const { last_payment_error: refusal } = intent
      return refusal ? againByPage(intent, refusal, expected) : ofBrowser(intent, expected)
    }
    case 'requires_confirmation':
    case 'requires_action':
      return ofBrowser(intent, expected)
    case 'processing':
      return { kind: 'waiting', data: expected.kept }
    case 'succeeded':
      return settledByIntent(intent, expected)
    case 'canceled':
      return { kind: 'cancelled' }
    case 'requires_capture':
      return { kind: 'mismatch', reason: `${intent.id} waits to be captured, which this shop never asks for` }
    default:
      return { kind: 'unknown', reason: `${intent.id} is in a state that is not known` }
  }
}

/** The state of a payment without authentication. */
export function outcomeOfCharge(charge: Charge, expected: Expected): CallOutcome {
  const oddity = oddityOf(charge, expected)
  if (oddity !== null) return { kind: 'mismatch', reason: oddity }
  switch (charge.status) {
    case 'succeeded':
      return settled(charge, charge.amount, { chargeId: charge.id, intentId: null, fee: feeOf(charge), expected })
    case 'pending':
      return { kind: 'waiting', data: { ...expected.kept, charge: charge.id } }
    case 'failed': {
      const code = buyerCode({ code: charge.failure_code, decline_code: charge.outcome?.reason })
      return { kind: 'refused', code, isOver: true }
    }
    default:
      return { kind: 'unknown', reason: `${charge.id} is in a state that is not known` }
  }
}

/** What Stripe keeps, without the part of the platform; null while it is not stated in the currency of the payment. */
export function feeOf({ currency: code, balance_transaction: booked }: Charge): Minor | null {
  if (typeof booked !== 'object' || booked === null || booked.currency !== code) return null
  return ownFee(booked)
}

export function ownFee({ fee, fee_details: details, currency: code }: Omit<BalanceTransaction, 'id'>): Minor | null {
  if (details === undefined) return fromStripe(fee, code) ?? null
  let total = ZERO
  for (const { type, amount } of details) {
    const part = type === 'application_fee' ? ZERO : fromStripe(amount, code)
    if (part === undefined) return null
    total = plus(total, part)
  }
  return total
}

/** The secret of the payment is sent to the page and not kept: Stripe states it again with every look. */
function ofBrowser(intent: Intent, { kept, startedAt }: Expected): CallOutcome {
  const { id: reference, client_secret: clientSecret } = intent
  if (clientSecret == null) return { kind: 'unknown', reason: `${reference} came without what the browser needs` }
  return {
    kind: 'needs-browser',
    reference,
    parameters: { clientSecret },
    data: kept,
    until: after(startedAt, LONGEST_PAYMENT_MS),
  }
}

/**
 * The same intent is paid by another card, or by the same one once more. Each try has a payment method of its own,
 * which distinguishes one failure from the next.
 */
function againByPage({ client_secret: clientSecret }: Intent, refusal: PaymentError, { kept }: Expected): CallOutcome {
  const data = { ...kept, failure: refusal.payment_method?.id ?? refusal.charge ?? '' }
  const parameters = clientSecret != null && { parameters: { clientSecret } }
  return { kind: 'refused', code: buyerCode(refusal), isOver: false, data, ...parameters }
}

function settledByIntent(intent: Intent, expected: Expected): CallOutcome {
  const { latest_charge: charge, id: intentId } = intent
  const isExpanded = typeof charge === 'object' && charge !== null
  const chargeId = isExpanded ? charge.id : (charge ?? intentId)
  return settled(intent, intent.amount_received, {
    chargeId,
    intentId,
    fee: isExpanded ? feeOf(charge) : null,
    expected,
  })
}

type Names = {
  readonly chargeId: string
  readonly intentId: string | null
  readonly fee: Minor | null
  readonly expected: Expected
}

function settled(
  { id, currency: code }: { readonly id: string; readonly currency: string },
  received: number,
  { chargeId, intentId, fee, expected }: Names,
): CallOutcome {
  const amount = fromStripe(received, code)
  const inCurrency = currency(code)
  if (amount === undefined || inCurrency === undefined) {
    return { kind: 'mismatch', reason: `${id} has received a sum that can't be read` }
  }
  const money: ReceivedMoney = {
    amount,
    currency: inCurrency,
    gatewayTransactionId: chargeId,
    gatewayPaymentId: intentId,
    fee,
  }
  return { kind: 'settled', received: money, data: { ...expected.kept } }
}

/** Why this is not the payment that was begun; null when it is. */
function oddityOf(
  { id, livemode, metadata }: Intent | Charge,
  { key, reference, transactionId }: Expected,
): string | null {
  if (reference !== null && reference !== id) return `${reference} was asked for, and ${id} came`
  const isLive = isLiveKey(key)
  if (isLive !== undefined && livemode !== isLive) return `${id} is of the ${livemode ? 'live' : 'test'} mode`
  const stated = metadata?.['transactionId']
  return stated === undefined || stated === transactionId ? null : `${id} was made for transaction ${stated}`
}

/** Intents do not end by themselves. A bank's app or a transfer by TWINT takes minutes, and seats are held meanwhile. */
export const LONGEST_PAYMENT_MS = minutes(30)

/** A card that is charged by its token is charged while Pay is answered. */
export const longestPaymentMs = (settings: Own): number => (settings.flag('STRIPE_ENABLE_SCA') ? LONGEST_PAYMENT_MS : 0)
