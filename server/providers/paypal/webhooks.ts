import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Instant } from '#domain/instant.ts'
import type { Delivery, PaymentName, Webhook, WebhookReading } from '../online.ts'
import type { Own } from './account.ts'
import type { Certificates } from './certificates.ts'
import { isSigned } from './signature.ts'

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

const Event = Type.Object({ id: Type.String(), event_type: Type.String(), resource: Type.Unknown() })

const Links = Type.Optional(Type.Array(Type.Object({ rel: Type.String(), href: Type.String() })))
const OrderResource = Type.Object({ id: Type.String() })
const CaptureResource = Type.Object({
  id: Type.String(),
  custom_id: Type.Optional(Type.String()),
  supplementary_data: Type.Optional(
    Type.Object({ related_ids: Type.Optional(Type.Object({ order_id: Type.Optional(Type.String()) })) }),
  ),
  links: Links,
})
const DisputeResource = Type.Object({
  disputed_transactions: Type.Array(Type.Object({ seller_transaction_id: Type.String() }), { minItems: 1 }),
})

export function webhooksOf(certificates: Certificates): readonly Webhook<Own>[] {
  return [
    {
      path: WEBHOOK_PATH,
      method: 'POST',
      read,
      isGenuine: (delivery, settings, now) => isGenuine(delivery, { settings, now, certificates }),
    },
  ]
}

/** Of a change of an order, its capture, its refunds or disputes: the payment it is about. */
export function read({ body }: Delivery): WebhookReading {
  const event = jsonOf(body)
  if (!Value.Check(Event, event)) return { kind: 'malformed', reason: 'not an event of PayPal' }
  const { event_type: type, id: key, resource } = event
  if (!SUBSCRIBED.includes(type)) return { kind: 'irrelevant', reason: 'not about a payment' }
  const payment = nameIn(type, resource)
  return payment ? { kind: 'about', payment, key } : { kind: 'malformed', reason: `${type} without what it is about` }
}

function nameIn(type: string, resource: unknown): PaymentName | undefined {
  if (type === 'CHECKOUT.ORDER.APPROVED') {
    return Value.Check(OrderResource, resource) ? { by: 'reference', id: resource.id } : undefined
  }
  if (type.startsWith('CUSTOMER.DISPUTE.')) {
    const [disputed] = Value.Check(DisputeResource, resource) ? resource.disputed_transactions : []
    return disputed && { by: 'gateway', id: disputed.seller_transaction_id }
  }
  return Value.Check(CaptureResource, resource) ? nameOfCapture(resource) : undefined
}

/** The capture of a refund is its link upwards; the order of a capture is told, or else our own number of the payment. */
function nameOfCapture(resource: Static<typeof CaptureResource>): PaymentName {
  const up = resource.links?.find(({ rel }) => rel === 'up')?.href
  const captured = /\/v2\/payments\/captures\/([A-Z0-9]+)$/.exec(up ?? '')?.[1]
  if (captured !== undefined) return { by: 'gateway', id: captured }
  const ordered =
    resource.supplementary_data?.related_ids?.order_id ?? /\/v2\/checkout\/orders\/([A-Z0-9]+)$/.exec(up ?? '')?.[1]
  if (ordered !== undefined) return { by: 'reference', id: ordered }
  const { custom_id: transaction } = resource
  return transaction === undefined ? { by: 'gateway', id: resource.id } : { by: 'transaction', id: transaction }
}

type Known = { readonly settings: Own; readonly now: Instant; readonly certificates: Certificates }

/** Signed by PayPal for the webhook of this organiser. */
export async function isGenuine(delivery: Delivery, { settings, now, certificates }: Known): Promise<boolean> {
  const webhookId = settings.text('PAYPAL_WEBHOOK_ID')
  return webhookId !== null && isSigned(delivery, { webhookId, now, certificates })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
