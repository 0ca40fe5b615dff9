import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { Shop } from '#server/catalog/context.ts'
import { findVersioned, ticketsOf } from '#server/order/order/reservations.ts'
import type { PageGuests } from '#server/providers/port/terms.ts'
import { offeredToOrder } from './offered-payments.ts'

/** Providers whose own forms take part in a page, and whom the page lets in for them. */
export type PaymentForms = { readonly proxies: readonly PaymentProxy[]; readonly guests: PageGuests }

const NONE: PaymentForms = { proxies: [], guests: { frames: [], connections: [] } }

const OVERVIEW = /^\/[^/]+\/[^/]+\/reservation\/([^/?]+)\/overview\/?(?:\?|$)/

/** The forms of the ways to pay that the overview of an order offers now; none on every other page. */
export async function paymentFormsOf(shop: Shop, url: string): Promise<PaymentForms> {
  const id = reservationId(OVERVIEW.exec(url)?.[1] ?? '')
  const found = id && (await findVersioned(shop.db, id))
  if (!found || !(has(found.reservation, 'isOpen') || has(found.reservation, 'isBeingPaid'))) return NONE
  const { reservation, offerVersion } = found
  const offer = await shop.catalog.offerAtLeast(reservation.contextId, offerVersion)
  const tickets = await ticketsOf(shop.db, reservation.id)
  const offered = offeredToOrder(shop, { offer, reservation, tickets }, shop.clock.now())
  const withForms = offered.flatMap(({ proxy, guests }) => (guests ? [{ proxy, guests }] : []))
  return {
    proxies: [...new Set(withForms.map(({ proxy }) => proxy))],
    guests: {
      frames: withForms.flatMap(({ guests }) => guests.frames),
      connections: withForms.flatMap(({ guests }) => guests.connections),
    },
  }
}
