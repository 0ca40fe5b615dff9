import type { Instant } from '#domain/foundation/instant.ts'
import { latestMoment } from '#domain/order/reservation/hold.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { LockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { providerOf } from '#server/providers/registry/registry.ts'
import { offeredPayments } from './offered-payments.ts'

type Offering = Pick<Shop, 'providers' | 'methodLists'>

/** What nothing moves the validity of an unpaid order past (lifecycle A.3.9). */
export function latestMomentOf(shop: Offering, { reservation, offer }: LockedOrder, now: Instant): Instant {
  const { settings } = offer
  return latestMoment(reservation, {
    timeoutMinutes: settings.number('RESERVATION_TIMEOUT'),
    stepMinutes: settings.number('RESERVATION_EXTENSION_MINUTES'),
    maxExtensions: settings.number('RESERVATION_MAX_EXTENSIONS'),
    longestPaymentMs: longestPaymentMs(shop, offer, now),
  })
}

/** Of the providers that it is offered, whatever it costs: a pass or a code changes that. */
function longestPaymentMs(shop: Offering, offer: OfferedContext, now: Instant): number {
  const ways = offeredPayments(shop, offer, { categories: [], now })
  const windows = ways.map(({ proxy }) => providerOf(shop.providers, proxy)?.online?.longestPaymentMs(offer.settings))
  return Math.max(0, ...windows.map(one => one ?? 0))
}
