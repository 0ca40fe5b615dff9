import type { PaymentMethod, PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { PaymentParameters } from '#contract/payment.ts'
import type { BrandName } from './brand-mark.tsx'
import type { IconName } from '#client/kit/mark/mark.tsx'
import { hasForm } from './forms.ts'

type TextAndArgs = { readonly key: string; readonly args: readonly (string | number)[] }

type Way = { readonly proxy: PaymentProxy; readonly parameters: PaymentParameters; readonly isAgreed: boolean }

/** What the overview says of a way to pay. */
export type MethodTexts = {
  readonly name: string
  readonly icon: IconName
  /** Its own mark, where people know it by one. */
  readonly brand?: BrandName
  readonly description: (way: Way) => TextAndArgs
  /** The main button; its argument is the amount. */
  readonly action: (way: Way) => string
}

const withArgs = (key: string, ...args: readonly (string | number)[]): TextAndArgs => ({ key, args })

/** Where it is paid online: here in a form, or on pages of the provider. */
const online = (name: string, icon: IconName, brand?: BrandName): MethodTexts => ({
  name,
  icon,
  ...(brand && { brand }),
  description: ({ proxy, parameters }) => {
    if (parameters.isTest) return withArgs('foyer.overview.test-payment')
    return withArgs(hasForm(proxy) ? 'reservation-page.credit-card.description' : 'reservation-page.mollie.description')
  },
  action: () => 'foyer.overview.pay',
})

/** The ways to pay this shop can walk through; a method that isn't here is not offered. */
export const METHOD_TEXTS: Partial<Record<PaymentMethod, MethodTexts>> = {
  CREDIT_CARD: online('reservation-page.credit-card', 'card'),
  PAYPAL: {
    ...online('reservation-page.paypal', 'wallet', 'paypal'),
    description: ({ parameters, isAgreed }) => {
      if (isAgreed) return withArgs('reservation-page.paypal.confirm')
      return withArgs(parameters.isTest ? 'foyer.overview.test-payment' : 'reservation-page.paypal.description')
    },
    action: ({ isAgreed }) => (isAgreed ? 'foyer.overview.pay' : 'reservation-page.paypal.confirm-button'),
  },
  IDEAL: online('reservation-page.payment-method.ideal', 'bank', 'ideal'),
  BANCONTACT: online('reservation-page.payment-method.bancontact', 'card', 'bancontact'),
  ING_HOME_PAY: online('reservation-page.payment-method.ing-home-pay', 'bank', 'ing'),
  BELFIUS: online('reservation-page.payment-method.belfius', 'bank', 'belfius'),
  PRZELEWY_24: online('reservation-page.payment-method.przelewy-24', 'bank', 'przelewy24'),
  BANK_TRANSFER: {
    name: 'reservation-page.offline',
    icon: 'bank',
    description: ({ parameters: { deferred, delayForOfflinePayment = 1, hoursForOfflinePayment: hours } }) => {
      if (deferred) return withArgs('reservation-page.offline.deferred.description')
      if (hours !== undefined) return withArgs('foyer.overview.transfer-in-hours', hours)
      if (delayForOfflinePayment === 1) return withArgs('foyer.overview.transfer-in-a-day')
      return withArgs('reservation-page.offline.description', delayForOfflinePayment)
    },
    action: () => 'foyer.overview.pay-by-transfer',
  },
  ON_SITE: {
    name: 'reservation-page.on-site',
    icon: 'ticket',
    description: () => withArgs('reservation-page.on-site.description'),
    action: () => 'foyer.overview.pay-on-site',
  },
  APPLE_PAY: online('reservation-page.payment-method.apple-pay', 'wallet', 'applePay'),
  KBC: online('reservation-page.payment-method.kbc', 'bank', 'kbc'),
}
