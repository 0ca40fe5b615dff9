import { Stripe } from 'stripe'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Delivery, PaymentName, Return, Webhook, WebhookReading } from '#server/providers/port/online.ts'
import { jsonOf } from '#server/providers/port/ask.ts'
import { returnTo } from '#server/providers/port/order.ts'
import { type Own, webhookSecrets } from './account.ts'

export const PAYMENT_PATH = '/api/payment/webhook/stripe/payment'
const PATHS = [PAYMENT_PATH, '/api/webhook/stripe/notification'] as const

/** What the endpoint has to be subscribed to. */
export const SUBSCRIBED: readonly string[] = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'charge.updated',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]

/** Older or newer by more is not taken: another party may have recorded it. */
const TOLERANCE_S = 300

const PAYMENT_EVENT = /^(payment_intent|charge|refund)\./

/** An expanded object or its id. */
const Reference = Type.Optional(Type.Union([Type.String(), Type.Null(), Type.Object({ id: Type.String() })]))
const Subject = Type.Object({
  id: Type.String(),
  object: Type.String(),
  payment_intent: Reference,
  charge: Reference,
})
const StripeEvent = Type.Object({
  id: Type.String(),
  object: Type.Literal('event'),
  type: Type.String(),
  data: Type.Object({ object: Type.Unknown() }),
})

/** Both endpoints take whatever comes: the operator decides which one connected accounts write to. */
export const webhooks: readonly Webhook<Own>[] = PATHS.map(path => ({
  path,
  method: 'POST',
  read,
  isGenuine,
}))

/** Of a change of the payment, its charge, its refunds or disputes: the payment it is about. */
export function read({ body }: Delivery): WebhookReading {
  const event = jsonOf(body)
  if (!Value.Check(StripeEvent, event)) return { kind: 'malformed', reason: 'not an event of Stripe' }
  const { type, id: key } = event
  if (!PAYMENT_EVENT.test(type)) return { kind: 'irrelevant', reason: `${type} is not about a payment` }
  if (type === 'payment_intent.created') return { kind: 'irrelevant', reason: 'nobody has paid yet' }
  const { object: subject } = event.data
  if (!Value.Check(Subject, subject)) return { kind: 'malformed', reason: `${type} without what it is about` }
  return { kind: 'about', payment: nameIn(subject), key }
}

/** Signed within five minutes by the secret of one of the two endpoints; the library looks at the past only. */
export function isGenuine({ headers, body }: Delivery, settings: Own, now: Instant): boolean {
  const header = headers['stripe-signature']
  if (typeof header !== 'string') return false
  const [signedAt, ...more] = [...header.matchAll(/(?:^|,)\s*t=(\d+)/g)].map(([, seconds]) => Number(seconds))
  if (signedAt === undefined || more.length > 0 || signedAt - now / 1000 > TOLERANCE_S) return false
  return webhookSecrets(settings).some(secret => isSigned({ header, body, secret, now }))
}

type Signed = { readonly header: string; readonly body: string; readonly secret: string; readonly now: Instant }

function isSigned({ header, body, secret, now }: Signed): boolean {
  try {
    Stripe.webhooks.constructEvent(body, header, secret, TOLERANCE_S, undefined, now)
    return true
  } catch {
    return false
  }
}

function nameIn({ id, object, payment_intent: intent, charge }: Static<typeof Subject>): PaymentName {
  if (object === 'payment_intent') return { by: 'reference', id }
  const paidBy = idOf(intent)
  if (paidBy !== null) return { by: 'reference', id: paidBy }
  return { by: 'gateway', id: idOf(charge) ?? id }
}

function idOf(reference: Static<typeof Reference> | undefined): string | null {
  if (reference == null) return null
  return typeof reference === 'string' ? reference : reference.id
}

/**
 * Where a bank or a wallet sends the buyer back to. Stripe adds the secret of the payment to the address, so this is left
 * for the page of the order at once.
 */
export const returns: readonly Return[] = [returnTo('/payment/stripe/return')]
