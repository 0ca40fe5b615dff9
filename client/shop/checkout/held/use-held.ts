import { useQuery } from '@tanstack/react-query'
import type { OpenReservation } from '#contract/own.ts'

/** What an order of this event is known to replace: the latest that the visitor holds. The notice in the bar asks for it. */
export function useHeldOf(shortName: string): OpenReservation | undefined {
  const { data } = useQuery<readonly OpenReservation[]>({ queryKey: ['held'], enabled: false })
  return data?.find(({ of }) => of.type === 'event' && of.publicIdentifier === shortName)
}
