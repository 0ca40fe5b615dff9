import { useEffect, useState } from 'react'
import { type Place, useOpenReservation } from '../frame/open-reservation.ts'
import type { Refusal } from './refusal.ts'

/** A free order that was refused on the page of its details: why, and what the buyer had agreed to. */
export type HandedOver = { readonly refusal: Refusal; readonly terms: boolean; readonly privacy: boolean }

const handedOver = new Map<string, HandedOver>()

/** The overview that comes next begins with it, once. */
export function handOver({ reservationId }: Place, what: HandedOver): void {
  handedOver.set(reservationId, what)
}

/** What the page before has handed over; undefined: the buyer comes from elsewhere, or has loaded the page again. */
export function useHandedOver(): HandedOver | undefined {
  const { reservationId } = useOpenReservation().place
  const [found] = useState(() => handedOver.get(reservationId))
  useEffect(() => void handedOver.delete(reservationId), [reservationId])
  return found
}
