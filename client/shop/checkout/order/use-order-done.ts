import { useEffect } from 'react'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { dropDraft, dropLeftover } from '../details/booking-draft.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'

/** The order went through: nothing typed for it needs keeping any more. */
export function useOrderDone(): void {
  const { place } = useOpenReservation()
  useEffect(() => {
    dropDraft(tabStorage, place)
    dropLeftover(tabStorage, place)
  }, [place])
}
