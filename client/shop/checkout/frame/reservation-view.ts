import { queryOptions } from '#client/frame/calls/use-query.tsx'
import { type CallResult, CallFailed } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import type { OrderEnd } from '#contract/order-end.ts'
import { backToBookingPath, orderEndPath, reservationPath, reservationStatusPath } from '#contract/order-paths.ts'
import type { ReservationInfo, ReservationStatusInfo } from '#contract/reservation.ts'
import { pageOfStatus } from '#domain/order/reservation/states.ts'

/**
 * What one look at a reservation showed; a part that could not be had is undefined. The two calls are answered one
 * after the other, and the order may move on in between: where both came, the state says what the reservation says, so
 * that the page, its polling and every other reader go by one status.
 */
export type ReservationView = {
  readonly state: ReservationStatusInfo | undefined
  readonly reservation: ReservationInfo | undefined
  /** It belongs to an account whose owner has to sign in first. */
  readonly isOfOtherOwner: boolean
  /** What became of it, where it has ended. */
  readonly end: OrderEnd | undefined
}

/**
 * A fresh look for each visit of a page (`visit` is the visit's key): status and all the rest at once. Only a network
 * that didn't carry the question is an error to retry; every other failed lookup means that there is no such order.
 * @param options.isWayBack The buyer has come back to the details: an order that was at the overview is returned to
 * them, so that a reload and another tab see the details too, and Pay waits for what is changed (lifecycle A.3.3).
 */
export function reservationViewQuery(reservationId: string, visit: string, { isWayBack = false } = {}) {
  return queryOptions({
    queryKey: ['reservation', reservationId, visit],
    queryFn: async ({ signal }): Promise<ReservationView> => {
      const [stateAnswer, reservationAnswer] = await Promise.all([
        server().call('GET', reservationStatusPath, { params: { reservationId }, signal }),
        server().call('GET', reservationPath, { params: { reservationId }, signal }),
      ])
      const reservation = found(reservationAnswer)
      const state = found(stateAnswer)
      const current = state && reservation ? { ...state, status: reservation.status } : state
      const end = isOver(state, reservation) ? await endOf(reservationId, signal) : undefined
      return {
        end,
        state:
          isWayBack && current && pageOfStatus(current) === 'overview'
            ? await returned(reservationId, current)
            : current,
        reservation,
        isOfOtherOwner: reservationAnswer.kind === 'failed' && reservationAnswer.status === 401,
      }
    },
    staleTime: Infinity,
    gcTime: 0,
  })
}

async function returned(reservationId: string, state: ReservationStatusInfo): Promise<ReservationStatusInfo> {
  const answer = await server().call('POST', backToBookingPath, { params: { reservationId }, body: {} })
  return found(answer) === undefined ? state : { ...state, validatedBookingInformation: false }
}

/** Nothing of it is left to be shown by the page of its status: then it may be one that has ended. */
function isOver(state: ReservationView['state'], reservation: ReservationView['reservation']): boolean {
  if (pageOfStatus(state) === 'not-found') return true
  const isEmpty = reservation?.ticketsByCategory.length === 0 && (reservation.subscriptionInfos ?? []).length === 0
  return isEmpty && state !== undefined && pageOfStatus(state) === 'success'
}

async function endOf(reservationId: string, signal: AbortSignal): Promise<OrderEnd | undefined> {
  return found(await server().call('GET', orderEndPath, { params: { reservationId }, signal }))
}

/** The status as it is now; undefined when it is unknown. */
export async function statusNow(reservationId: string): Promise<CallResult<ReservationStatusInfo>> {
  return server().call('GET', reservationStatusPath, { params: { reservationId } })
}

function found<Value>(answer: CallResult<Value>): Value | undefined {
  if (answer.kind === 'unreachable' || answer.kind === 'try-again') throw new CallFailed(answer)
  return answer.kind === 'done' ? answer.value : undefined
}
