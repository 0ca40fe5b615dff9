import { type ReservationId, reservationId } from '#domain/reservation/reservation.ts'
import type { Return, ReturnReading, Visit } from '../online.ts'

/** Whether the buyer has agreed at PayPal, or would rather not. */
type Operation = 'confirm' | 'cancel'

const TYPES: readonly string[] = ['event', 'subscription']

type Back = {
  readonly shop: string
  readonly type: 'event' | 'subscription'
  readonly identifier: string
  readonly reservationId: ReservationId
  readonly hmac: string
}

/** Where PayPal sends the buyer; it adds `token`, which is its name of the order, and `PayerID` (booking contract). */
export function addressFor(operation: Operation, { shop, type, identifier, reservationId: id, hmac }: Back): string {
  const query = new URLSearchParams({
    purchaseContextType: type,
    purchaseContextIdentifier: identifier,
    reservationId: id,
    hmac,
  })
  return `${shop}/payment/paypal/redirect/${operation}?${query.toString()}`
}

const stop = (operation: Operation) =>
  `/:purchaseContextType/:publicIdentifier/reservation/:reservationId/payment/paypal/${operation}` as const

/** PayPal's answer is for the first one, which leads on to one of the others at once. None of them proves anything. */
export const returns: readonly Return[] = [
  { path: '/payment/paypal/redirect/:operation', read: onward },
  { path: stop('confirm'), read: agreed },
  { path: stop('cancel'), read: declined },
]

export function onward({ parameters, query }: Visit): ReturnReading {
  const { operation } = parameters
  const type = query['purchaseContextType']
  const identifier = query['purchaseContextIdentifier']
  const id = idIn(query)
  const isKnown = (operation === 'confirm' || operation === 'cancel') && isText(type) && TYPES.includes(type)
  if (!isKnown || !isText(identifier) || id === undefined) return { kind: 'malformed' }
  const sent = new URLSearchParams()
  for (const name of ['hmac', 'token', 'PayerID']) {
    const value = query[name]
    if (isText(value)) sent.set(name, value)
  }
  const path = `/${type}/${encodeURIComponent(identifier)}/reservation/${id}/payment/paypal/${operation}`
  return { kind: 'onward', path: `${path}?${sent.toString()}` }
}

/** Agreed only with everything that PayPal and we have put into the address; the core compares PayPal's name of the order. */
export function agreed(visit: Visit): ReturnReading {
  const { parameters, query } = visit
  const id = idIn(parameters)
  const { token, PayerID: payer, hmac } = query
  if (id === undefined) return { kind: 'malformed' }
  if (!isText(token) || !isText(payer) || !isText(hmac)) return declined(visit)
  return { kind: 'agreed', reservationId: id, reference: token, data: { agreed: hmac.slice(0, LONGEST_SIGNATURE) } }
}

/** What somebody else makes up is not kept at any length. */
const LONGEST_SIGNATURE = 64

export function declined({ parameters }: Visit): ReturnReading {
  const id = idIn(parameters)
  return id === undefined ? { kind: 'malformed' } : { kind: 'declined', reservationId: id }
}

function idIn(texts: Visit['query']): ReservationId | undefined {
  const id = texts['reservationId']
  return isText(id) ? reservationId(id) : undefined
}

/** A name that is given twice comes as a list. */
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
