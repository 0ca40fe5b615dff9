import { SOME_DAY } from '#tests/builders/offer.ts'
import { after, minutes } from '#domain/foundation/instant.ts'
import { NO_BILLING } from '#domain/order/reservation/billing.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
import type { Charge } from '#server/providers/port/provider.ts'
import { type Own, aCharge } from '../stripe/a-payment.ts'

/** An order of a buyer whose details are known, which PayPal's part of Pay uses. */
export function aReservation(changes: Partial<Reservation> = {}): Reservation {
  const contact = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org' }
  const common = {
    status: 'PENDING',
    language: 'de',
    validity: after(SOME_DAY, minutes(25)),
    contact,
    billing: NO_BILLING,
  }
  return { ...aCharge().reservation, ...common, ...changes } as Reservation
}

export const aPayPalCharge = (changes: Partial<Charge<Own>> = {}): Charge<Own> =>
  aCharge({ reservation: aReservation(), method: 'PAYPAL', ...changes })
