import { useState } from 'react'
import type { PaymentMethod } from '#domain/catalog/payment-method/payment-method.ts'
import { type Captcha, useCaptcha } from '#client/shop/shell/challenge/use-captcha.tsx'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { PAYMENT_METHODS } from '#domain/catalog/payment-method/payment-method.ts'
import { type FormChoice, useFormChoice } from './use-form-choice.ts'
import { type Obstacle, obstacles } from './obstacles.ts'
import { chosenOption, isCaptchaWanted, isPaidInForm, type PaymentOption, paymentOptions } from './payment-options.ts'

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
  // A buyer who comes back with an approved payment has agreed already (specification, booking 4).
  const needsTerms = Boolean(context.termsAndConditionsUrl)
  const [terms, setTerms] = useState(reservation.tokenAcquired || !needsTerms)
  const [privacy, setPrivacy] = useState(reservation.tokenAcquired)
  const option = chosenOption(options, method)
  const needsPrivacy = Boolean(context.privacyPolicyUrl)
  const isFree = reservation.orderSummary.free
  const captcha = useCaptcha(isCaptchaWanted(option, { isFree, configuration: context.captchaConfiguration }))
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
    const known = tabStorage.read(key)
    return PAYMENT_METHODS.find(name => name === known)
  })
  const choose = (chosen: PaymentMethod) => {
    tabStorage.write(key, chosen)
    setMethod(chosen)
  }
  return [method, choose] as const
}
