import type {
  FakeCharge,
  FakeDispute,
  FakeEndpoint,
  FakeIntent,
  FakeLine,
  FakeRefund,
  Subject,
  World,
} from './world.ts'

import { UNREAD } from './unread.ts'

type Json = Readonly<Record<string, unknown>>

/** An object as Stripe returns it; `expand` has the fields that are returned whole. */
export function render(world: World, subject: Subject, expand: readonly string[] = []): Json {
  switch (subject.object) {
    case 'payment_intent':
      return ofIntent(world, subject, expand)
    case 'charge':
      return ofCharge(world, subject, expand)
    case 'refund':
      return ofRefund(subject)
    case 'dispute':
      return ofDispute(subject)
    default:
      return subject satisfies never
  }
}

function ofIntent(world: World, intent: FakeIntent, expand: readonly string[]): Json {
  const { id, object, created, currency, amount, status, metadata, description, methods } = intent
  const charge = intent.chargeId === null ? undefined : world.charges.get(intent.chargeId)
  const within = expand.filter(field => field.startsWith('latest_charge.')).map(field => field.slice(14))
  const isExpanded = expand.some(field => field.startsWith('latest_charge'))
  const falsified = falsify(world, id, { amount, currency, received: intent.amountReceived })
  return {
    ...UNREAD.intent,
    id,
    object,
    created,
    status,
    metadata,
    description,
    livemode: falsified.livemode,
    amount: falsified.amount,
    amount_received: falsified.received,
    currency: falsified.currency,
    client_secret: intent.clientSecret,
    payment_method_types: methods,
    application_fee_amount: intent.applicationFee || null,
    capture_method: 'automatic_async',
    cancellation_reason: intent.cancellationReason,
    last_payment_error: intent.lastError,
    next_action: intent.nextAction && { type: intent.nextAction.type },
    latest_charge: charge && isExpanded ? ofCharge(world, charge, within) : (charge?.id ?? null),
  }
}

function ofCharge(world: World, charge: FakeCharge, expand: readonly string[]): Json {
  const { id, object, created, currency, amount, status, metadata, method, number } = charge
  const line = world.lines.find(item => item.id === charge.lineId && charge.feeAt <= world.now())
  const falsified = falsify(world, id, { amount, currency, received: 0 })
  return {
    ...UNREAD.charge,
    id,
    object,
    created,
    status,
    metadata,
    livemode: falsified.livemode,
    amount: falsified.amount,
    amount_captured: falsified.amount,
    currency: falsified.currency,
    payment_intent: charge.intentId,
    amount_refunded: charge.refunded,
    refunded: charge.refunded === amount,
    disputed: charge.isDisputed,
    failure_code: null,
    outcome: { type: 'authorized', reason: null },
    payment_method_details: {
      type: method,
      ...(method === 'card' && { card: { last4: number?.slice(-4) ?? '3220' } }),
    },
    balance_transaction:
      line && expand.includes('balance_transaction') ? renderLine(world, line, []) : (line?.id ?? null),
  }
}

function ofRefund({ id, object, amount, currency, created, status, metadata, ...refund }: FakeRefund): Json {
  return {
    ...UNREAD.refund,
    id,
    object,
    amount,
    currency,
    created,
    status,
    metadata,
    charge: refund.chargeId,
    payment_intent: refund.intentId,
    ...(refund.failureReason !== null && { failure_reason: refund.failureReason }),
  }
}

function ofDispute({ id, object, amount, currency, created, status, ...dispute }: FakeDispute): Json {
  return {
    ...UNREAD.dispute,
    id,
    object,
    amount,
    currency,
    created,
    status,
    metadata: {},
    livemode: false,
    reason: 'fraudulent',
    charge: dispute.chargeId,
    payment_intent: dispute.intentId,
    is_charge_refundable: false,
    evidence_details: { due_by: status === 'needs_response' ? dispute.dueBy : null },
  }
}

export function renderLine(world: World, line: FakeLine, expand: readonly string[]): Json {
  const { id, type, amount, currency, created, fee, applicationFee, source } = line
  const about = world.charges.get(source) ?? world.refunds.get(source) ?? world.disputes.get(source)
  const parts = [
    { type: 'stripe_fee', amount: fee },
    ...(applicationFee > 0 ? [{ type: 'application_fee', amount: applicationFee }] : []),
  ]
  const total = fee + applicationFee
  return {
    ...UNREAD.line,
    id,
    object: 'balance_transaction',
    type,
    reporting_category: type,
    available_on: created,
    amount,
    currency,
    created,
    fee: total,
    net: amount - total,
    fee_details: parts.map(part => ({ ...part, currency })),
    source: expand.includes('source') && about ? render(world, about) : source,
  }
}

export const renderEndpoint = ({ id, url, status, livemode, enabledEvents }: FakeEndpoint): Json => ({
  ...UNREAD.endpoint,
  id,
  created: 0,
  object: 'webhook_endpoint',
  url,
  status,
  livemode,
  enabled_events: enabledEvents,
})

type Sum = { readonly amount: number; readonly currency: string; readonly received: number }

function falsify(world: World, id: string, sum: Sum): Sum & { readonly livemode: boolean } {
  const what = world.falsified.get(id)
  const less = what?.has('amount') ? 1 : 0
  return {
    amount: sum.amount - less,
    received: sum.received === 0 ? 0 : sum.received - less,
    currency: what?.has('currency') ? (sum.currency === 'usd' ? 'eur' : 'usd') : sum.currency,
    livemode: what?.has('mode') ?? false,
  }
}
