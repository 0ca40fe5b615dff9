import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { type ReservationId, reservationId } from '#domain/order/reservation/reservation.ts'
import type { Return, Visit } from './online.ts'
import type { Charge } from './provider.ts'

/** What is paid for, as the buyer reads it at the provider: `before` and at most `longest` characters in all. */
export function descriptionOf(
  { context, tickets }: Pick<Charge<unknown>, 'context' | 'tickets'>,
  longest: number,
  before = '',
): string {
  const name = displayName(context)
  const what = tickets === 1 ? '1 ticket' : `${tickets} tickets`
  const text = context.kind === 'event' ? `${what} for ${name}` : `1 pass: ${name}`
  return `${before}${text}`.slice(0, longest).toWellFormed()
}

/** The address of the order on our side; pages of a provider are below it. */
export const ORDER_PATH = '/:purchaseContextType/:publicIdentifier/reservation/:reservationId'

/** The order that an address names; undefined where it names none. */
export const orderIn = ({ parameters }: Pick<Visit, 'parameters'>): ReservationId | undefined =>
  reservationId(parameters['reservationId'] ?? '')

/** A page below the order to which a provider sends buyers whatever has happened: the shop checks the payment. */
export const returnTo = (below: `/${string}`): Return => ({
  path: `${ORDER_PATH}${below}`,
  read(visit) {
    const id = orderIn(visit)
    return id === undefined ? { kind: 'malformed' } : { kind: 'look', reservationId: id }
  },
})
