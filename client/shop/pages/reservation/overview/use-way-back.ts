import { useState } from 'react'
import { useNavigate } from 'react-router'
import { explain } from '#client/api/answer.ts'
import { useToast } from '#client/kit/toast/toast-context.ts'
import { useT } from '#client/language/language-context.ts'
import { giveBack, goBackToBooking } from '../calls.ts'
import { contextAddress, reservationAddress, useOpenReservation } from '../frame/open-reservation.ts'

export type WayBack = {
  readonly isLeaving: boolean
  readonly leave: () => Promise<void>
  /** To the invoice among the details, which is asked for by that. */
  readonly leaveForInvoice: () => Promise<void>
}

/** Back to the details; an expired order has none any more, so it is cancelled and the event is next. */
export function useWayBack(isExpired: boolean): WayBack {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const { place } = useOpenReservation()
  const [isLeaving, setIsLeaving] = useState(false)
  const leaveFor = async (search: string) => {
    setIsLeaving(true)
    const answer = isExpired ? await giveBack(place) : await goBackToBooking(place)
    setIsLeaving(false)
    if (answer.kind !== 'done' && answer.kind !== 'missing') {
      for (const { code, args } of explain(answer)) toast(t(code, ...args), 'bad')
      return
    }
    if (isExpired) await navigate(contextAddress(place))
    else await navigate({ pathname: reservationAddress(place, 'book'), search })
  }
  return { isLeaving, leave: () => leaveFor(''), leaveForInvoice: () => leaveFor('?requestInvoice=true') }
}
