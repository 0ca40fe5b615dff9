import { type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Failure } from '#client/frame/calls/call-result.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { useToast } from '#client/kit/notice/notice.tsx'
import type { ShownForm } from '#client/shop/payment/methods/payment-form.ts'
import type { PaymentForm } from '#contract/payment.ts'
import type { PaymentMethod } from '#domain/catalog/payment-method/payment-method.ts'
import { type PagePayment, payOnPage, type Refusal, refusalBy } from './page-payment.ts'
import { confirmOrder } from '../calls.ts'
import { reservationAddress, useOpenReservation } from '../frame/open-reservation.ts'
import { statusNow } from '../frame/look.ts'
import { pageOfStatus } from '#domain/order/reservation/page-of-status.ts'

/** How the order is paid in a form on this page, before it is confirmed. */
export type OnPage = { readonly method: PaymentMethod; readonly form: ShownForm }

export type Confirmation = {
  readonly isSending: boolean
  readonly refusal: Refusal | undefined
  /** `toForm` receives the token from the provider's form; `onPage` is how it is paid there first. */
  readonly send: (toForm: (gatewayToken: string | null) => PaymentForm, onPage?: OnPage) => Promise<void>
}

/**
 * Confirms the order. However often it is pressed, one confirmation is on its way at a time; leaving the page meanwhile
 * is asked about. After a good answer, and after any that leaves it open whether the order went through, the status
 * decides where to go.
 */
export function useConfirmation(): Confirmation {
  const { place } = useOpenReservation()
  const { language, t } = useLanguage()
  const toast = useToast()
  const navigate = useNavigate()
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  /** The buyer is on the way to where it is paid: leaving is no mishap. */
  const isAsked = useRef(false)
  const isUnderWay = useRef(false)
  useLeaveWarning(isSending, isAsked)

  const toResult = () => navigate(reservationAddress(place, 'success'), { replace: true })

  const payFirst = (
    onPage: OnPage,
    { termAndConditionsAccepted = false, privacyPolicyAccepted = false }: PaymentForm,
  ) =>
    payOnPage({
      ...onPage,
      agreed: { termAndConditionsAccepted, privacyPolicyAccepted },
      reservationId: place.reservationId,
      onAsked: now => {
        isAsked.current = now
      },
      onSlow: () => toast(t('foyer.processing.text')),
    })
  const send = async (toForm: (gatewayToken: string | null) => PaymentForm, onPage?: OnPage) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsSending(true)
    setRefusal(undefined)
    const paid: PagePayment = onPage ? await payFirst(onPage, toForm(null)) : { kind: 'paid', gatewayToken: null }
    await (paid.kind === 'paid' ? confirm(toForm(paid.gatewayToken)) : notConfirmed(paid))
    setIsSending(false)
    isUnderWay.current = false
  }
  const notConfirmed = async (unpaid: Exclude<PagePayment, { kind: 'paid' }>) => {
    if (unpaid.kind === 'refused') return setRefusal(unpaid)
    await toResult()
  }
  const confirm = async (form: PaymentForm) => {
    const answer = await confirmOrder(place, form, language)
    const failure = answer.kind === 'done' ? undefined : answer
    const mayHaveMoved = failure !== undefined && (await hasMovedOn(place.reservationId, failure))
    if (answer.kind === 'done' && answer.value.redirect && answer.value.redirectUrl !== null) {
      // In place of the whole page: payment pages refuse to be shown in a frame.
      isAsked.current = true
      window.open(answer.value.redirectUrl, '_top')
    } else if (failure === undefined || mayHaveMoved) {
      await toResult()
    } else {
      setRefusal(refusalBy(failure))
    }
  }
  return { isSending, refusal, send }
}

/** The server may have done its work though its answer got lost, or another tab was quicker. */
async function hasMovedOn(reservationId: string, failure: Failure): Promise<boolean> {
  if (failure.kind === 'missing') return true
  const now = await statusNow(reservationId)
  return now.kind === 'done' && pageOfStatus(now.value) !== 'overview'
}

/** Asks before the page is left while the confirmation is on its way (specification, booking 4). */
function useLeaveWarning(isActive: boolean, mayLeave: RefObject<boolean>): void {
  useEffect(() => {
    if (!isActive) return
    const warn = (event: BeforeUnloadEvent) => {
      if (!mayLeave.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isActive, mayLeave])
}
