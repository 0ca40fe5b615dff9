import {
  PAYMENT_METHODS,
  type PaymentMethod,
  isUncheckedByBank,
} from '#domain/catalog/payment-method/payment-method.ts'
import type { CaptchaConfiguration } from '#contract/configuration.ts'
import type { PaymentForm, PaymentProxyWithParameters } from '#contract/payment.ts'
import { hasForm } from '#client/shop/payment/methods/forms.ts'
import { METHOD_TEXTS, type MethodTexts } from '#client/shop/payment/methods/method-texts.ts'
import type { ReservationInfo } from '#contract/reservation.ts'

export type PaymentOption = PaymentProxyWithParameters & {
  readonly method: PaymentMethod
  readonly texts: MethodTexts
  /** The buyer has agreed to it at the provider: Pay takes the money. */
  readonly isAgreed: boolean
}

type Payable = Pick<ReservationInfo, 'activePaymentMethods' | 'tokenAcquired' | 'paymentProxy'> & {
  readonly orderSummary: Pick<ReservationInfo['orderSummary'], 'free'>
}

/**
 * What the buyer can choose from, in the order of the specification (booking 9), the shop's own ways last. A free order has no choice, and once a
 * provider holds an approval there is only what it was given for (booking 4). Apple Pay is left out where the browser lacks it and
 * there is another way.
 */
export function paymentOptions(
  { orderSummary, activePaymentMethods, tokenAcquired, paymentProxy }: Payable,
  hasApplePay: boolean = browserHasApplePay(),
): PaymentOption[] {
  if (orderSummary.free) return []
  const options = PAYMENT_METHODS.flatMap(method => {
    const [active, texts] = [activePaymentMethods[method], METHOD_TEXTS[method]]
    const isOpen = active && (!tokenAcquired || active.paymentProxy === paymentProxy)
    return isOpen && texts ? [{ method, texts, isAgreed: tokenAcquired, ...active }] : []
  })
  const usable = options.filter(({ method }) => method !== 'APPLE_PAY' || hasApplePay)
  return ownLast(usable.length > 0 ? usable : options)
}

/** Paid at once comes before what is paid later: by transfer, at the event. */
const ownLast = (options: readonly PaymentOption[]): PaymentOption[] => {
  const isOwn = ({ paymentProxy }: PaymentOption) => isUncheckedByBank(paymentProxy)
  return [...options.filter(option => !isOwn(option)), ...options.filter(isOwn)]
}

declare global {
  interface Window {
    /** Only Safari has it, and other browsers on Apple's devices. */
    readonly ApplePaySession?: { canMakePayments(): boolean }
  }
}

/** Throws nothing: a frame of another site is refused by an exception. */
function browserHasApplePay(): boolean {
  try {
    return typeof window !== 'undefined' && window.ApplePaySession?.canMakePayments() === true
  } catch {
    return false
  }
}

/** Its provider has something to show of its own on this page. */
export const isPaidInForm = (option: PaymentOption | undefined): option is PaymentOption =>
  option !== undefined && hasForm(option.paymentProxy)

/** How it reads, with the way it goes. */
export const wayOf = ({ paymentProxy: proxy, parameters, isAgreed }: PaymentOption) => ({ proxy, parameters, isAgreed })

/** The only method is chosen for the buyer; among several they choose. */
export function chosenOption(
  options: readonly PaymentOption[],
  preferred: PaymentMethod | undefined,
): PaymentOption | undefined {
  return options.length === 1 ? options[0] : options.find(option => option.method === preferred)
}

/** Does this order want a captcha (booking contract 7)? */
export function isCaptchaRequired(
  option: PaymentOption | undefined,
  { isFree, configuration }: { readonly isFree: boolean; readonly configuration: CaptchaConfiguration },
): boolean {
  if (isFree) return configuration.captchaForOfflinePaymentAndFree
  return option?.parameters.captchaRequestedForOffline ?? false
}

/** The body of the confirmation; without an option the order is free. */
export function toPaymentForm(
  option: PaymentOption | undefined,
  consent: {
    readonly terms: boolean
    readonly privacy: boolean | null
    readonly captcha: string | null
    /** What the form of a provider has given for Pay. */
    readonly gatewayToken: string | null
  },
): PaymentForm {
  return {
    selectedPaymentMethod: option?.method ?? 'NONE',
    paymentProxy: option?.paymentProxy ?? null,
    termAndConditionsAccepted: consent.terms,
    privacyPolicyAccepted: consent.privacy,
    gatewayToken: consent.gatewayToken,
    captcha: consent.captcha,
  }
}
