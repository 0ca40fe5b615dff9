import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Delivery, PaymentName, Webhook, WebhookReading } from '#server/providers/port/online.ts'
import { jsonOf } from '#server/providers/port/ask.ts'
import type { Own } from './account.ts'
import { type Certificates, isSigned } from './message-signature.ts'

export const WEBHOOK_PATH = '/api/payment/webhook/paypal'

/** What the webhook has to be subscribed to. */
export const SUBSCRIBED: readonly string[] = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
]

const PayPalEvent = Type.Object({ id: Type.String(), event_type: Type.String(), resource: Type.Unknown() })

const Resource = Type.Object({
  id: Type.Optional(Type.String()),
  custom_id: Type.Optional(Type.String()),
  links: Type.Optional(Type.Array(Type.Object({ rel: Type.String(), href: Type.String() }))),
  disputed_transactions: Type.Optional(
    Type.Array(Type.Object({ seller_transaction_id: Type.Optional(Type.String()) })),
  ),
})

/** One for all organisers: the payment says whose it is, and by whose webhook it must be signed. */
export const webhooksWith = (certificates: Certificates): readonly Webhook<Own>[] => [
  {
    path: WEBHOOK_PATH,
    method: 'POST',
    read,
    isGenuine: (delivery, settings, now) =>
      isSigned(delivery, { webhookId: settings.text('PAYPAL_WEBHOOK_ID'), certificates, now }),
  },
]

export function read({ body }: Delivery): WebhookReading {
  const event = jsonOf(body)
  if (!Value.Check(PayPalEvent, event)) return { kind: 'malformed', reason: 'not an event of PayPal' }
  const { id: key, event_type: type, resource } = event
  if (!/^(CHECKOUT\.ORDER|PAYMENT\.CAPTURE|CUSTOMER\.DISPUTE)\./.test(type)) {
    return { kind: 'irrelevant', reason: `${type.slice(0, 80)} is not about a payment` }
  }
  const payment = Value.Check(Resource, resource) ? nameIn(type, resource) : undefined
  if (!payment) return { kind: 'malformed', reason: 'an event without what it is about' }
  return { kind: 'about', payment, key }
}

function nameIn(type: string, resource: Static<typeof Resource>): PaymentName | undefined {
  const { id, custom_id: custom, links = [], disputed_transactions: disputed = [] } = resource
  if (type.startsWith('CHECKOUT.ORDER.')) return id === undefined ? undefined : { by: 'reference', id }
  if (type.startsWith('CUSTOMER.DISPUTE.')) return captured(disputed[0]?.seller_transaction_id)
  if (custom !== undefined && /^\d{1,18}$/.test(custom)) return { by: 'transaction', id: custom }
  // A refund names what it refunds.
  const up = links.find(({ rel }) => rel === 'up')?.href
  return captured(/\/captures\/([A-Z0-9]{1,36})$/.exec(up ?? '')?.[1] ?? id)
}

const captured = (id: string | undefined): PaymentName | undefined =>
  id === undefined ? undefined : { by: 'gateway', id }
