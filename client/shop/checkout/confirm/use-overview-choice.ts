import { type RefObject, useCallback, useRef, useState } from 'react'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/catalog/payment-method/payment-method.ts'
import { type Captcha, useCaptcha } from '#client/shop/shell/challenge/use-captcha.tsx'
import { useHandedOver } from './handed-over.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { type PaymentOption, chosenOption, isCaptchaRequired, isPaidInForm, paymentOptions } from './payment-options.ts'
import type { FormState, ShownForm } from '#client/shop/payment/methods/payment-form.ts'

export type OverviewChoice = {
  readonly options: readonly PaymentOption[]
  readonly option: PaymentOption | undefined
  readonly setMethod: (method: PaymentMethod) => void
  /** False where neither the event nor the shop has terms to agree to. */
  readonly needsTerms: boolean
  readonly terms: boolean
  readonly setTerms: (accepted: boolean) => void
  readonly needsPrivacy: boolean
  readonly privacy: boolean
  readonly setPrivacy: (accepted: boolean) => void
  readonly captcha: Captcha
  /** Where the chosen method's provider has a form here. */
  readonly form: FormChoice
  readonly missing: readonly Obstacle[]
}

/** What the buyer chooses and accepts on the overview, and what is still missing. */
export function useOverviewChoice(isExpired: boolean): OverviewChoice {
  const { reservation, context } = useOpenReservation()
  const options = paymentOptions(reservation)
  const [method, setMethod] = useRememberedMethod()
  const form = useFormChoice()
  const before = useHandedOver()
  // A buyer who comes back with an approved payment has agreed already (specification, booking 4).
  const needsTerms = Boolean(context.termsAndConditionsUrl)
  const [terms, setTerms] = useState(reservation.tokenAcquired || !needsTerms || (before?.terms ?? false))
  const [privacy, setPrivacy] = useState(reservation.tokenAcquired || (before?.privacy ?? false))
  const option = chosenOption(options, method)
  const needsPrivacy = Boolean(context.privacyPolicyUrl)
  const isFree = reservation.orderSummary.free
  const captcha = useCaptcha(isCaptchaRequired(option, { isFree, configuration: context.captchaConfiguration }))
  const missing = obstacles({
    isExpired,
    needsMethod: !isFree,
    method: option?.method,
    isFormOpen: isPaidInForm(option) && form.state !== 'complete',
    termsAccepted: terms,
    needsPrivacy,
    privacyAccepted: privacy,
  })
  return {
    options,
    option,
    setMethod,
    needsTerms,
    terms,
    setTerms,
    needsPrivacy,
    privacy,
    setPrivacy,
    captcha,
    form,
    missing,
  }
}

/** Chosen once, it stays chosen for this order in this tab. */
function useRememberedMethod() {
  const { reservationId } = useOpenReservation().place
  const key = `payment-method ${reservationId}`
  const [method, setMethod] = useState(() => {
    const stored = tabStorage.read(key)
    return PAYMENT_METHODS.find(name => name === stored)
  })
  const choose = (chosen: PaymentMethod) => {
    tabStorage.write(key, chosen)
    setMethod(chosen)
  }
  return [method, choose] as const
}

/** The form of the chosen provider, where it has one on this page. */
export type FormChoice = {
  readonly state: FormState
  readonly shown: RefObject<ShownForm | undefined>
  /** With `only`, it changes a form in that state, and no other. */
  readonly report: (state: FormState, only?: FormState) => void
  readonly take: (shown: ShownForm | undefined) => void
}

function useFormChoice(): FormChoice {
  const [state, setState] = useState<FormState>('loading')
  const shown = useRef<ShownForm>(undefined)
  const report = useCallback(
    (next: FormState, only?: FormState) => setState(before => (only && before !== only ? before : next)),
    [],
  )
  const take = useCallback((form: ShownForm | undefined) => {
    shown.current = form
  }, [])
  return { state, shown, report, take }
}

/** What keeps the buyer from the main action of the overview. */
export type Obstacle = 'expired' | 'method' | 'form' | 'terms' | 'privacy'

export type CheckedChoice = {
  readonly isExpired: boolean
  readonly needsMethod: boolean
  readonly method: string | undefined
  /** The form of the method's provider is not filled in. */
  readonly isFormOpen: boolean
  readonly termsAccepted: boolean
  readonly needsPrivacy: boolean
  readonly privacyAccepted: boolean
}

/**
 * Everything still missing, in the order of the page. Terms are always needed, the privacy policy only where there is
 * one (specification, booking 5). An expired order has only that obstacle: nothing else would help.
 */
export function obstacles(choice: CheckedChoice): Obstacle[] {
  if (choice.isExpired) return ['expired']
  const found: Obstacle[] = []
  if (choice.needsMethod && choice.method === undefined) found.push('method')
  if (choice.isFormOpen) found.push('form')
  if (choice.needsPrivacy && !choice.privacyAccepted) found.push('privacy')
  if (!choice.termsAccepted) found.push('terms')
  return found
}
