import { createHmac } from 'node:crypto'
import type { Reservation } from '#domain/reservation/reservation.ts'
import type { Own } from './account.ts'

type WithDetails = Pick<Reservation, 'id' | 'contact' | 'billing' | 'customerReference'>

/**
 * Signs whose order it is (booking contract 7): the name, address and mail of the buyer, made unreadable. It goes along with the
 * buyer to PayPal and back, so that what was changed in between is noticed.
 */
export function signatureOf({ id, contact, billing, customerReference }: WithDetails, settings: Own): string {
  const { firstName, lastName, email } = contact
  const fields = Object.entries(billing).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHmac('sha256', settings.text('PAYPAL_CLIENT_SECRET') ?? '')
    .update(JSON.stringify([id, firstName, lastName, email, customerReference, fields]))
    .digest('hex')
}
