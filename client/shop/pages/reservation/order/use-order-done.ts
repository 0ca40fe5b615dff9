import { useEffect } from 'react'
import { dropDraft, dropLeftover } from '../book/booking-draft.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'

/** The order went through: nothing typed for it needs keeping any more. */
export function useOrderDone(): void {
  const { place } = useOpenReservation()
  useEffect(() => {
    dropDraft(sessionStorage, place)
    dropLeftover(sessionStorage, place)
  }, [place])
}
