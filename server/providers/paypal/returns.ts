import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Reservation, reservationId } from '#domain/order/reservation/reservation.ts'
import type { Return, ReturnReading, Visit } from '#server/providers/port/online.ts'
import { ORDER_PATH, orderIn } from '#server/providers/port/order.ts'
import { type Own, credentials } from './account.ts'

type Signed = Pick<Reservation, 'id' | 'contact' | 'billing'>

/**
 * Represents the buyer's details at the moment the buyer was sent to PayPal (lifecycle B.4): a change made after the
 * buyer has agreed is not part of what was agreed to.
 */
export function signatureOf(settings: Own, { id, contact, billing }: Signed): string {
  const { firstName, lastName, email } = contact
  const { companyName, addressLine1, addressLine2, zip, city, state, country, vatNumber } = billing
  const who = [
    firstName,
    lastName,
    email,
    companyName,
    addressLine1,
    addressLine2,
    zip,
    city,
    state,
    country,
    vatNumber,
  ]
  const text = JSON.stringify([id, ...who.map(one => (one ?? '').trim())])
  return createHmac('sha256', credentials(settings).secret).update(text).digest('hex')
}

/** In constant time. */
export function isSignedBy(signature: string | null, expected: string): boolean {
  const [one, other] = [Buffer.from(signature ?? ''), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const OPERATIONS = ['confirm', 'cancel'] as const
type Operation = (typeof OPERATIONS)[number]

const REDIRECT_PATH = '/payment/paypal/redirect'

type ToOrder = {
  readonly shop: string
  readonly kind: 'event' | 'subscription'
  readonly identifier: string
  readonly reservationId: string
  readonly signature: string
}

/** Where PayPal sends the buyer of an order back to; it adds its own names of order and buyer. */
export function returnAddress(operation: Operation, { shop, kind, identifier, signature, ...order }: ToOrder): string {
  const query = new URLSearchParams({
    purchaseContextType: kind,
    purchaseContextIdentifier: identifier,
    reservationId: order.reservationId,
    hmac: signature,
  })
  return `${shop}${REDIRECT_PATH}/${operation}?${query.toString()}`
}

/** A name that is given twice comes as a list. */
function textOf(query: Visit['query'], name: string): string | undefined {
  const value: unknown = query[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const CARRIED = ['hmac', 'token', 'PayerID'] as const

const redirect: Return = {
  path: `${REDIRECT_PATH}/:operation`,
  read({ parameters, query }) {
    const operation = OPERATIONS.find(one => one === parameters['operation'])
    const type = textOf(query, 'purchaseContextType')
    const identifier = textOf(query, 'purchaseContextIdentifier')
    const id = reservationId(textOf(query, 'reservationId') ?? '')
    const isContext = type === 'event' || type === 'subscription'
    if (!operation || !isContext || !id || !/^[\w-]{1,255}$/.test(identifier ?? '')) return { kind: 'malformed' }
    const carried = new URLSearchParams(CARRIED.map(name => [name, textOf(query, name) ?? '']))
    const path = `/${type}/${identifier}/reservation/${id}/payment/paypal/${operation}?${carried.toString()}`
    return { kind: 'onward', path }
  },
}

/**
 * The address states that the buyer has agreed, and proves nothing. Its order is compared when it is stored; the
 * signature, when Pay is pressed; and whether it is true, PayPal knows when the money is taken.
 */
function readConfirm(visit: Visit): ReturnReading {
  const { query } = visit
  const id = orderIn(visit)
  if (!id) return { kind: 'malformed' }
  const [signature, reference, payer] = CARRIED.map(name => textOf(query, name))
  if (!reference || !payer) return { kind: 'declined', reservationId: id }
  if (!/^[0-9a-f]{64}$/.test(signature ?? '')) return { kind: 'malformed' }
  const data = { isApproved: true, isDeclined: false, signature: signature ?? '' }
  return { kind: 'agreed', reservationId: id, reference, data }
}

function readCancel(visit: Visit): ReturnReading {
  const id = orderIn(visit)
  return id ? { kind: 'declined', reservationId: id } : { kind: 'malformed' }
}

/** The first comes from PayPal's site, the others from a page of ours, so that they bring our cookies. */
export const returns: readonly Return[] = [
  redirect,
  { path: `${ORDER_PATH}/payment/paypal/confirm`, read: readConfirm },
  { path: `${ORDER_PATH}/payment/paypal/cancel`, read: readCancel },
]
