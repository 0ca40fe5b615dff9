import { queryOptions } from '@tanstack/react-query'
import type { OpenReservation } from '#contract/own.ts'
import { openReservationsPath } from '#contract/paths.ts'
import { valueOf } from './answer.ts'
import { shop } from './shop.ts'

/** What the visitor holds and has not paid for yet, the latest first; read again whenever the page comes into sight. */
export const heldQuery = () =>
  queryOptions({
    queryKey: ['held'],
    queryFn: ({ signal }) => valueOf(shop().call<OpenReservation[]>({ path: openReservationsPath, signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
