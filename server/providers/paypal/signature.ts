import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
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
export function isSignedBy(given: string | null, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
