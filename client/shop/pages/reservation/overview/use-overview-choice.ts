import { useState } from 'react'
import type { PaymentMethod } from '#domain/payment/payment-method.ts'
import { type Captcha, useCaptcha } from '#client/shop/challenge/use-captcha.tsx'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { type Obstacle, obstacles } from './obstacles.ts'
import { chosenOption, isCaptchaWanted, type PaymentOption, paymentOptions } from './payment-options.ts'

export type OverviewChoice = {
  readonly options: readonly PaymentOption[]
  readonly option: PaymentOption | undefined
  readonly setMethod: (method: PaymentMethod) => void
  readonly terms: boolean
  readonly setTerms: (accepted: boolean) => void
  readonly needsPrivacy: boolean
  readonly privacy: boolean
  readonly setPrivacy: (accepted: boolean) => void
  readonly captcha: Captcha
  readonly missing: readonly Obstacle[]
}

/** What the buyer chooses and accepts on the overview, and what is still missing. */
export function useOverviewChoice(isExpired: boolean): OverviewChoice {
  const { reservation, event } = useOpenReservation()
  const options = paymentOptions(reservation)
  const [method, setMethod] = useState<PaymentMethod>()
  // Whoever comes back with an approved payment has agreed already (specification, booking 4).
  const [terms, setTerms] = useState(reservation.tokenAcquired)
  const [privacy, setPrivacy] = useState(reservation.tokenAcquired)
  const option = chosenOption(options, method)
  const needsPrivacy = Boolean(event.privacyPolicyUrl)
  const isFree = reservation.orderSummary.free
  const captcha = useCaptcha(isCaptchaWanted(option, { isFree, configuration: event.captchaConfiguration }))
  const missing = obstacles({
    isExpired,
    needsMethod: !isFree,
    method: option?.method,
    termsAccepted: terms,
    needsPrivacy,
    privacyAccepted: privacy,
  })
  return { options, option, setMethod, terms, setTerms, needsPrivacy, privacy, setPrivacy, captcha, missing }
}
