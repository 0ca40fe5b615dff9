import { useFrame } from '../frame/open-reservation.ts'
import { NoSuchOrder } from './no-such-order.tsx'

export function Page() {
  const { place, event } = useFrame()
  return <NoSuchOrder place={place} event={event} />
}
