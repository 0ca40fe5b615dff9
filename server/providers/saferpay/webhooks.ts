import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Delivery, Payment, Return, Webhook, WebhookReading } from '#server/providers/port/online.ts'
import { orderIn, returnTo } from '#server/providers/port/order.ts'
import { type Own, credentials } from './account.ts'

/** Where Saferpay reports that a payment was made, and that it failed (booking contract 7; the second is ours). */
const ENDS = ['success', 'fail'] as const
type End = (typeof ENDS)[number]

const path = (id: string, end: End) => `/api/payment/webhook/saferpay/reservation/${id}/${end}` as const

/** Below the page of the order. */
export const RETURN_PATH = '/payment/saferpay/return'

type Named = { readonly reservationId: ReservationId; readonly transactionId: string }

/** The two addresses Saferpay is given for a payment. They carry a secret, for Saferpay signs nothing. */
export function notifications(payment: Payment<Own>): Readonly<Record<End, string>> {
  const { addresses, settings, reservationId: id, transactionId } = payment
  const addressOf = (end: End) => {
    const query = new URLSearchParams({ payment: transactionId, key: keyOf(settings, payment, end) })
    return `${addresses.shop}${path(id, end)}?${query.toString()}`
  }
  return { success: addressOf('success'), fail: addressOf('fail') }
}

/** Made from what only the shop and Saferpay know: another password makes other keys, and then the look at the end counts. */
function keyOf(settings: Own, { reservationId: id, transactionId }: Named, end: End): string {
  const { password } = credentials(settings)
  return createHmac('sha256', password).update(`saferpay ${id} ${transactionId} ${end}`).digest('base64url')
}

/** A bare GET, by the same address each time: nothing distinguishes deliveries. */
export const webhooks: readonly Webhook<Own>[] = ENDS.map(end => ({
  path: path(':reservationId', end),
  method: 'GET',
  read,
  isGenuine: (delivery, settings) => isGenuine(delivery, settings, end),
}))

export function read({ parameters, query }: Delivery): WebhookReading {
  const id = orderIn({ parameters })
  if (!id) return { kind: 'malformed', reason: 'no id of an order' }
  const { payment } = query
  // A name that is given twice comes as a list.
  if (payment !== undefined && typeof payment !== 'string')
    return { kind: 'malformed', reason: 'more than one payment' }
  if (payment === undefined) return { kind: 'about', payment: { by: 'reservation', id }, key: null }
  return { kind: 'about', payment: { by: 'transaction', id: payment }, key: null }
}

export function isGenuine({ parameters, query }: Delivery, settings: Own, end: End): boolean {
  const id = orderIn({ parameters })
  const { payment, key } = query
  if (!id || typeof payment !== 'string' || typeof key !== 'string') return false
  if (settings.text('SAFERPAY_API_USERNAME') === null || settings.text('SAFERPAY_API_PASSWORD') === null) return false
  const expected = Buffer.from(keyOf(settings, { reservationId: id, transactionId: payment }, end))
  const received = Buffer.from(key)
  return received.length === expected.length && timingSafeEqual(received, expected)
}

/** Saferpay has one address for whatever has happened; the wire knows another one, after a failure. */
export const returns: readonly Return[] = [returnTo(RETURN_PATH), returnTo('/payment/saferpay/cancel')]
