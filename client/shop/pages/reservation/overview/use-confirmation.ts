import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { explain, type Failure, httpStatusOf, type WireProblem } from '#client/frame/calls/call-result.ts'
import { useLanguage } from '#client/language/language-context.ts'
import type { PaymentForm } from '#contract/payment.ts'
import { confirmOrder } from '../calls.ts'
import { reservationAddress, useOpenReservation } from '../frame/open-reservation.ts'
import { statusNow } from '../frame/look.ts'
import { pageOfStatus } from '#domain/reservation/page-of-status.ts'

export type Confirmation = {
  readonly isSending: boolean
  readonly problems: readonly WireProblem[] | undefined
  /** Of the HTTP answer with these problems. */
  readonly status: number | undefined
  readonly send: (form: PaymentForm) => Promise<void>
}

/**
 * Confirms the order. However often it is pressed, one confirmation is on its way at a time; leaving the page meanwhile
 * is asked about. After a good answer, and after any that leaves it open whether the order went through, the status
 * decides where to go.
 */
export function useConfirmation(): Confirmation {
  const { place } = useOpenReservation()
  const { language } = useLanguage()
  const navigate = useNavigate()
  const [isSending, setIsSending] = useState(false)
  const [refused, setRefused] = useState<Failure>()
  const problems = useMemo(() => refused && explain(refused), [refused])
  const isUnderWay = useRef(false)
  useLeaveWarning(isSending)

  const toResult = () => navigate(reservationAddress(place, 'success'), { replace: true })

  const send = async (form: PaymentForm) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsSending(true)
    setRefused(undefined)
    const answer = await confirmOrder(place, form, language)
    const failure = answer.kind === 'done' ? undefined : answer
    const mayHaveMoved = failure !== undefined && (await hasMovedOn(place.reservationId, failure))
    setIsSending(false)
    isUnderWay.current = false
    if (answer.kind === 'done' && answer.value.redirect && answer.value.redirectUrl !== null) {
      // In place of the whole page: payment pages refuse to be shown in a frame.
      window.open(answer.value.redirectUrl, '_top')
    } else if (failure === undefined || mayHaveMoved) {
      await toResult()
    } else {
      setRefused(failure)
    }
  }
  return { isSending, problems, status: refused && httpStatusOf(refused), send }
}

/** The server may have done its work though its answer got lost, or another tab was quicker. */
async function hasMovedOn(reservationId: string, failure: Failure): Promise<boolean> {
  if (failure.kind === 'missing') return true
  const now = await statusNow(reservationId)
  return now.kind === 'done' && pageOfStatus(now.value) !== 'overview'
}

/** Asks before the page is left while the confirmation is on its way (specification, booking 4). */
function useLeaveWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isActive])
}
