import type { DocumentPayment } from '#domain/order/invoice/billing-document.ts'
import { type Reservation, proxyOf, shortId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { OrderToPay } from '#server/providers/port/provider.ts'
import { type Providers, providerOf } from '#server/providers/registry/registry.ts'
import type { Order } from './read-order.ts'

/**
 * How the payment of a confirmed order reads on documents and in mails, as its provider says it; `paid` where no
 * provider handles it, because it is free or the organiser has been paid elsewhere.
 */
export function paymentReading(
  { providers }: { readonly providers: Providers },
  { reservation, offer }: Pick<Order, 'reservation' | 'offer'>,
): DocumentPayment {
  const { settings } = offer
  const provider = providerOf(providers, proxyOf(reservation))
  if (!provider) return { kind: 'paid' }
  return provider.read({
    shortId: shortId(reservation, settings.number('PARTIAL_RESERVATION_ID_LENGTH')),
    deadline: reservation.validity,
    awaits: awaitedBy(reservation),
    settings,
  })
}

function awaitedBy(reservation: Reservation): OrderToPay<unknown>['awaits'] {
  if (!has(reservation, 'canTransferArrive')) return null
  return has(reservation, 'hasTransferDeadline') ? 'transfer' : 'deferred-transfer'
}
