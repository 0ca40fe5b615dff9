import { isOnline } from '#domain/catalog/catalog/event.ts'
import { comingFrom } from '../../ticket/order-behind.tsx'
import { isEvent, reservationAddress, useOpenReservation } from '../frame/open-reservation.ts'

/** For links to a ticket: from there the way leads back to this order, and to its other tickets for the door. */
export function useComingFromOrder() {
  const { context, place, reservation } = useOpenReservation()
  const tickets = reservation.ticketsByCategory.flatMap(({ ticketAccessType: accessType, tickets: all }) =>
    isEvent(context) && isOnline(context, { accessType })
      ? []
      : all.filter(({ assigned, passedOn }) => assigned && !passedOn).map(({ uuid }) => uuid),
  )
  return comingFrom({ order: reservationAddress(place, 'success'), tickets })
}
