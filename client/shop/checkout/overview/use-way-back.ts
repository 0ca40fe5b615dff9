import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { useState } from 'react'
import { useNavigate } from '#client/routing/router.tsx'
import { explain } from '#client/frame/calls/call-result.ts'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { removeHeld } from '../../shell/calls/held-query.ts'
import { releaseOrder } from '../calls.ts'
import { contextAddress, reservationAddress, useOpenReservation } from '../frame/open-reservation.ts'

export type WayBack = {
  readonly isLeaving: boolean
  readonly leave: () => Promise<void>
  /** To the invoice among the details, which is asked for by that. */
  readonly leaveForInvoice: () => Promise<void>
}

/**
 * Back to the details, which stay accepted until others are sent, so that the way forward is open; an expired order has
 * none any more, so it is cancelled and the event is next.
 */
export function useWayBack(isExpired: boolean): WayBack {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const cache = useQueryCache()
  const { place, change } = useOpenReservation()
  const [isLeaving, setIsLeaving] = useState(false)
  const giveUp = async () => {
    setIsLeaving(true)
    const { answer, isInformed } = await releaseOrder(place)
    setIsLeaving(false)
    if (answer.kind !== 'done' && answer.kind !== 'missing') {
      for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
      return
    }
    if (answer.kind === 'done' && !answer.value) return toast(t('foyer.order.kept'), 'bad')
    removeHeld(cache, place.reservationId)
    if (isInformed) change({ status: 'CANCELLED' })
    else navigate(contextAddress(place))
  }
  const leaveFor = async (search: string) =>
    isExpired ? giveUp() : navigate({ pathname: reservationAddress(place, 'book'), search })
  return { isLeaving, leave: () => leaveFor(''), leaveForInvoice: () => leaveFor('?requestInvoice=true') }
}
