import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payment/payment-method.ts'
import type { CaptchaConfiguration } from '#contract/configuration.ts'
import type { PaymentForm, PaymentParameters, PaymentProxyWithParameters } from '#contract/payment.ts'
import type { ReservationInfo } from '#contract/reservation.ts'

type TextAndArgs = { readonly key: string; readonly args: readonly (string | number)[] }

/** What the overview must know to offer a way of paying. */
type MethodTexts = {
  readonly name: string
  readonly description: (parameters: PaymentParameters) => TextAndArgs
  /** The main button; its argument is the amount. */
  readonly action: string
}

/** The ways of paying this shop can walk through; a method that isn't here is not offered. */
const METHODS: Partial<Record<PaymentMethod, MethodTexts>> = {
  BANK_TRANSFER: {
    name: 'reservation-page.offline',
    description: ({ deferred, delayForOfflinePayment = 1, hoursForOfflinePayment: hours }) => {
      if (deferred) return { key: 'reservation-page.offline.deferred.description', args: [] }
      if (hours !== undefined) return { key: 'foyer.overview.transfer-in-hours', args: [hours] }
      if (delayForOfflinePayment === 1) return { key: 'foyer.overview.transfer-in-a-day', args: [] }
      return { key: 'reservation-page.offline.description', args: [delayForOfflinePayment] }
    },
    action: 'foyer.overview.pay-by-transfer',
  },
  ON_SITE: {
    name: 'reservation-page.on-site',
    description: () => ({ key: 'reservation-page.on-site.description', args: [] }),
    action: 'foyer.overview.pay-on-site',
  },
}

export type PaymentOption = PaymentProxyWithParameters & { readonly method: PaymentMethod; readonly texts: MethodTexts }

type Payable = Pick<ReservationInfo, 'activePaymentMethods' | 'tokenAcquired' | 'paymentProxy'> & {
  readonly orderSummary: Pick<ReservationInfo['orderSummary'], 'free'>
}

/**
 * What the buyer can choose from, in the order of the specification (booking 9). A free order has no choice, and once a
 * provider holds an approval there is only what it was given for (booking 4).
 */
export function paymentOptions({
  orderSummary,
  activePaymentMethods,
  tokenAcquired,
  paymentProxy,
}: Payable): PaymentOption[] {
  if (orderSummary.free) return []
  return PAYMENT_METHODS.flatMap(method => {
    const [active, texts] = [activePaymentMethods[method], METHODS[method]]
    const isOpen = active && (!tokenAcquired || active.paymentProxy === paymentProxy)
    return isOpen && texts ? [{ method, texts, ...active }] : []
  })
}

/** The only method is chosen for the buyer; among several they choose. */
export function chosenOption(
  options: readonly PaymentOption[],
  wished: PaymentMethod | undefined,
): PaymentOption | undefined {
  return options.length === 1 ? options[0] : options.find(option => option.method === wished)
}

/** Does this order want a captcha (booking contract 7)? */
export function isCaptchaWanted(
  option: PaymentOption | undefined,
  { isFree, configuration }: { readonly isFree: boolean; readonly configuration: CaptchaConfiguration },
): boolean {
  if (isFree) return configuration.captchaForOfflinePaymentAndFree
  return option?.parameters.captchaRequestedForOffline ?? false
}

/** The body of the confirmation; without an option the order is free. */
export function toPaymentForm(
  option: PaymentOption | undefined,
  given: { readonly terms: boolean; readonly privacy: boolean | null; readonly captcha: string | null },
): PaymentForm {
  return {
    selectedPaymentMethod: option?.method ?? 'NONE',
    paymentProxy: option?.paymentProxy ?? null,
    termAndConditionsAccepted: given.terms,
    privacyPolicyAccepted: given.privacy,
    gatewayToken: null,
    captcha: given.captcha,
  }
}
