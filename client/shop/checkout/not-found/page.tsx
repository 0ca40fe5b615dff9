import { Navigate } from '#client/routing/router.tsx'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { successorOf } from '../details/booking-draft.ts'
import { reservationAddress, useFrame } from '../frame/open-reservation.ts'
import { NoSuchOrder } from '../frame/no-such-order.tsx'

/** On the way back through what this tab has shown, an order that was replaced leads to the one in its place. */
export function Page() {
  const { place, context } = useFrame()
  const successor = successorOf(tabStorage, place.reservationId)
  if (successor !== undefined) {
    return <Navigate replace to={reservationAddress({ ...place, reservationId: successor }, 'book')} />
  }
  return <NoSuchOrder place={place} context={context} />
}
