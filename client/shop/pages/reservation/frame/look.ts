import { queryOptions } from '@tanstack/react-query'
import { type CallResult, CallFailed } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { reservationPath, reservationStatusPath } from '#contract/paths.ts'
import type { ReservationInfo, ReservationStatusInfo } from '#contract/reservation.ts'

/** What one look at a reservation showed; a part that could not be had is undefined. */
export type Look = {
  readonly state: ReservationStatusInfo | undefined
  readonly reservation: ReservationInfo | undefined
  /** It is somebody's who has to sign in first. */
  readonly isSomebodys: boolean
}

/**
 * A fresh look for each visit of a page (`visit` is the visit's key): status and all the rest at once. Only a network
 * that didn't carry the question is an error to retry; every other failed lookup means that there is no such order.
 */
export function lookQuery(reservationId: string, visit: string) {
  return queryOptions({
    queryKey: ['reservation', reservationId, visit],
    queryFn: async ({ signal }): Promise<Look> => {
      const [state, reservation] = await Promise.all([
        server().call('GET', reservationStatusPath, { params: { reservationId }, signal }),
        server().call('GET', reservationPath, { params: { reservationId }, signal }),
      ])
      return {
        state: found(state),
        reservation: found(reservation),
        isSomebodys: reservation.kind === 'failed' && reservation.status === 401,
      }
    },
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** The status as it is now; undefined when it can't be told. */
export async function statusNow(reservationId: string): Promise<CallResult<ReservationStatusInfo>> {
  return server().call('GET', reservationStatusPath, { params: { reservationId } })
}

function found<Value>(answer: CallResult<Value>): Value | undefined {
  if (answer.kind === 'unreachable' || answer.kind === 'try-again') throw new CallFailed(answer)
  return answer.kind === 'done' ? answer.value : undefined
}
