import { type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from '#client/routing/router.tsx'
import { type Failure, explain, httpStatusOf } from '#client/frame/calls/call-result.ts'
import { useLanguage } from '#client/language/language-context.ts'
import { useToast } from '#client/kit/notice/notice.tsx'
import type { Shortcoming, ShownForm } from '#client/shop/payment/methods/payment-form.ts'
import type { PaymentForm } from '#contract/payment.ts'
import type { PaymentMethod } from '#domain/catalog/payment-method/payment-method.ts'
import { confirmOrder } from '../calls.ts'
import { reservationAddress, useOpenReservation } from '../frame/open-reservation.ts'
import { useHandedOver } from './handed-over.ts'
import type { Refusal } from './refusal.ts'
import { statusNow } from '../frame/reservation-view.ts'
import { pageOfStatus } from '#domain/order/reservation/states.ts'
import { server } from '#client/frame/calls/server.ts'
import { CARD_POLL_MS, POLLS_BEFORE_WARNING, POLLS_PER_FORCED_CHECK } from '#contract/limits.ts'
import { forceCheckPath, initPaymentPath, paymentStatusPath, reservationPath } from '#contract/order-paths.ts'

/** How the order is paid in a form on this page, before it is confirmed. */
type OnPage = { readonly method: PaymentMethod; readonly form: ShownForm }

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
 * @param onRefused Called in place of showing what was refused.
 */
export function useConfirmation(onRefused?: (refusal: Refusal) => void): Confirmation {
  const { place } = useOpenReservation()
  const { language, t } = useLanguage()
  const toast = useToast()
  const navigate = useNavigate()
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState(useHandedOver()?.refusal)
  /** The buyer is on the way to where it is paid: leaving is no mishap. */
  const isAtBank = useRef(false)
  const isUnderWay = useRef(false)
  useLeaveWarning(isSending, isAtBank)

  const refuse = onRefused ?? setRefusal
  const toResult = () => navigate(reservationAddress(place, 'success'), { replace: true })

  const payFirst = (
    onPage: OnPage,
    { termAndConditionsAccepted = false, privacyPolicyAccepted = false }: PaymentForm,
  ) =>
    payOnPage({
      ...onPage,
      agreed: { termAndConditionsAccepted, privacyPolicyAccepted },
      reservationId: place.reservationId,
      onBankCheck: now => {
        isAtBank.current = now
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
    if (unpaid.kind === 'refused') return refuse(unpaid)
    toResult()
  }
  const confirm = async (form: PaymentForm) => {
    const answer = await confirmOrder(place, form, language)
    const failure = answer.kind === 'done' ? undefined : answer
    const mayHaveMoved = failure !== undefined && (await hasMovedOn(place.reservationId, failure))
    if (answer.kind === 'done' && answer.value.redirect && answer.value.redirectUrl !== null) {
      // In place of the whole page: payment pages refuse to be shown in a frame.
      isAtBank.current = true
      window.open(answer.value.redirectUrl, '_top')
    } else if (failure === undefined || mayHaveMoved) {
      toResult()
    } else {
      refuse(refusalBy(failure))
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

/**
 * What became of a payment that the page carries on. `paid`: the order is confirmed with this token. `undecided`: the status
 * of the order says where to go.
 */
type PagePayment =
  | { readonly kind: 'paid'; readonly gatewayToken: string | null }
  | { readonly kind: 'undecided' }
  | ({ readonly kind: 'refused' } & Refusal)

type Paying = {
  readonly reservationId: string
  readonly method: PaymentMethod
  readonly form: ShownForm
  /** What the buyer has agreed to by pressing Pay. */
  readonly agreed: Pick<PaymentForm, 'termAndConditionsAccepted' | 'privacyPolicyAccepted'>
  /** The buyer is asked by the bank, perhaps on another page: leaving this one is no mishap. */
  readonly onBankCheck: (isAtBank: boolean) => void
  /** It takes longer than usual; called every ten seconds. */
  readonly onSlow: () => void
}

/** Pays by the form of a provider on this page (lifecycle B.2, B.3). */
async function payOnPage(paying: Paying): Promise<PagePayment> {
  const { reservationId, method, form, agreed } = paying
  const checked = await form.check()
  if (checked.kind === 'wrong') return notPaid(checked)
  if (checked.kind === 'token') return { kind: 'paid', gatewayToken: checked.token }
  const started = await server().call('POST', initPaymentPath, { params: { reservationId, method }, body: agreed })
  if (started.kind !== 'done') return notStarted(started)
  const { clientSecret, errorMessage, reservationStatusChanged } = started.value
  if (reservationStatusChanged) return { kind: 'undecided' }
  if (clientSecret === null) return notPaid({ kind: 'wrong', message: errorMessage })
  paying.onBankCheck(true)
  const confirmed = await form.confirm(clientSecret)
  paying.onBankCheck(false)
  if (confirmed.kind === 'done') return settled(paying)
  // The server is informed too, so that the order is open for another way to pay.
  await check(reservationId)
  return confirmed.message === null && !confirmed.text ? notPaidAsStored(reservationId) : notPaid(confirmed)
}

/**
 * Waits until the shop knows that it is paid: by a message of the provider, or else because it asks, once. After two minutes
 * the page of waiting payments goes on.
 */
async function settled({ reservationId, method, onSlow }: Paying): Promise<PagePayment> {
  for (let polls = 0; polls <= POLLS_BEFORE_WARNING; polls += 1) {
    const now = await server().call('GET', paymentStatusPath, { params: { reservationId, method } })
    if (now.kind === 'missing') return { kind: 'undecided' }
    if (now.kind === 'done' && now.value.success) return { kind: 'paid', gatewayToken: now.value.gatewayIdOrNull }
    if (now.kind === 'done' && now.value.failure) return notPaidAsStored(reservationId)
    const forced = polls === 0 ? await check(reservationId) : undefined
    if (forced?.failure) return notPaidAsStored(reservationId)
    if (forced?.initialized) return { kind: 'undecided' }
    if (polls > 0 && polls % POLLS_PER_FORCED_CHECK === 0) onSlow()
    if (!forced?.success) await new Promise(resolve => setTimeout(resolve, CARD_POLL_MS))
  }
  return { kind: 'undecided' }
}

async function check(reservationId: string) {
  const answer = await server().call('GET', forceCheckPath, { params: { reservationId } })
  return answer.kind === 'done' ? answer.value : undefined
}

/** Why it failed is its argument, in words. */
const PAYMENT_FAILED = 'error.STEP_2_PAYMENT_PROCESSING_ERROR'

/** The shop has found out from the provider why it was not paid, where the form of the provider has no words for it. */
async function notPaidAsStored(reservationId: string): Promise<PagePayment> {
  const answer = await server().call('GET', reservationPath, { params: { reservationId } })
  return notPaid({ kind: 'wrong', message: null, text: answer.kind === 'done' ? answer.value.paymentRefusal : null })
}

function notPaid({ message, text }: Shortcoming): PagePayment {
  const why =
    message === null ? { code: text ?? 'foyer.payment.refused', args: [] } : { code: PAYMENT_FAILED, args: [message] }
  return { kind: 'refused', problems: [{ field: '', ...why }], status: undefined, isOfPayment: true }
}

function notStarted(failure: Failure): PagePayment {
  if (failure.kind === 'missing') return { kind: 'undecided' }
  return { kind: 'refused', ...refusalBy(failure), status: undefined }
}

function refusalBy(failure: Failure): Refusal {
  const problems = explain(failure)
  return { problems, status: httpStatusOf(failure), isOfPayment: problems.every(({ code }) => code === PAYMENT_FAILED) }
}
