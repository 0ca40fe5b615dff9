import type { QueryClient } from '@tanstack/react-query'
import type { OpenReservation } from '#contract/own.ts'

/** An order is held no more: nothing that the page shows next is chosen by it. */
export function forgetHeld(cache: QueryClient, reservationId: string): void {
  cache.setQueryData<readonly OpenReservation[]>(['held'], held => held?.filter(({ id }) => id !== reservationId))
}
