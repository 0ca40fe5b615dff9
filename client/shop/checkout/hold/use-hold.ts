import { useState } from 'react'
import { useOpenReservation } from '../frame/open-reservation.ts'

/** Has the hold ended? The countdown reports it; more time makes it false again. */
export function useHold(): { readonly isOver: boolean; readonly tellOver: () => void } {
  const { validity } = useOpenReservation().reservation
  const [overAt, setOverAt] = useState<number>()
  return { isOver: overAt === validity, tellOver: () => setOverAt(validity) }
}
