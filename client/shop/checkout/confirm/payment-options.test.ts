import { afterEach, expect, test, vi } from 'vitest'
import type { PaymentProxyWithParameters } from '#contract/payment.ts'
import { METHOD_TEXTS } from '#client/shop/payment/methods/method-texts.ts'
import { PAYMENT_METHODS } from '#domain/catalog/payment-method/payment-method.ts'
import { chosenOption, isCaptchaRequired, paymentOptions, toPaymentForm, wayOf } from './payment-options.ts'

afterEach(() => vi.unstubAllGlobals())

const onSite: PaymentProxyWithParameters = { paymentProxy: 'ON_SITE', parameters: {} }
const offline: PaymentProxyWithParameters = { paymentProxy: 'OFFLINE', parameters: { delayForOfflinePayment: 5 } }
const anOrder = (activePaymentMethods: Record<string, PaymentProxyWithParameters>, free = false) => ({
  activePaymentMethods,
  orderSummary: { free },
  tokenAcquired: false,
  paymentProxy: null,
})

test('methods are offered in the display order, whatever the order of the answer', () => {
  const options = paymentOptions(anOrder({ ON_SITE: onSite, BANK_TRANSFER: offline }))
  expect(options.map(option => option.method)).toEqual(['BANK_TRANSFER', 'ON_SITE'])
})

test('what is paid online comes before transfers and the desk', () => {
  const mollie: PaymentProxyWithParameters = { paymentProxy: 'MOLLIE', parameters: {} }
  const all = anOrder({ ON_SITE: onSite, KBC: mollie, BANK_TRANSFER: offline, APPLE_PAY: mollie, CREDIT_CARD: mollie })
  expect(paymentOptions(all, true).map(({ method }) => method)).toEqual([
    'CREDIT_CARD',
    'APPLE_PAY',
    'KBC',
    'BANK_TRANSFER',
    'ON_SITE',
  ])
})

test('a free order has nothing to choose, though methods are active', () => {
  expect(paymentOptions(anOrder({ BANK_TRANSFER: offline }, true))).toEqual([])
})

test('once a payment is approved there is only the method it was approved for', () => {
  const order = anOrder({ ON_SITE: onSite, BANK_TRANSFER: offline })
  const approved = paymentOptions({ ...order, tokenAcquired: true, paymentProxy: 'ON_SITE' })
  expect(approved.map(option => option.method)).toEqual(['ON_SITE'])
  expect(paymentOptions({ ...order, tokenAcquired: true, paymentProxy: 'PAYPAL' })).toEqual([])
})

test('Apple Pay is offered where the browser has it, and where there is no other way', () => {
  const mollie: PaymentProxyWithParameters = { paymentProxy: 'MOLLIE', parameters: {} }
  const two = anOrder({ CREDIT_CARD: mollie, APPLE_PAY: mollie })
  const methods = (order: typeof two, hasApplePay: boolean) =>
    paymentOptions(order, hasApplePay).map(option => option.method)
  expect(methods(two, true)).toEqual(['CREDIT_CARD', 'APPLE_PAY'])
  expect(methods(two, false)).toEqual(['CREDIT_CARD'])
  expect(methods(anOrder({ APPLE_PAY: mollie }), false)).toEqual(['APPLE_PAY'])
})

test.each([
  ['has it', { canMakePayments: () => true }, ['CREDIT_CARD', 'APPLE_PAY']],
  ['has no card in it', { canMakePayments: () => false }, ['CREDIT_CARD']],
  ['lacks it', undefined, ['CREDIT_CARD']],
  [
    'refuses to answer in a frame',
    {
      canMakePayments: () => {
        throw new Error('InvalidAccessError')
      },
    },
    ['CREDIT_CARD'],
  ],
])('the browser is asked for Apple Pay: one that %s', (_, ApplePaySession, expected) => {
  vi.stubGlobal('window', { ApplePaySession })
  const mollie: PaymentProxyWithParameters = { paymentProxy: 'MOLLIE', parameters: {} }
  const options = paymentOptions(anOrder({ CREDIT_CARD: mollie, APPLE_PAY: mollie }))
  expect(options.map(({ method }) => method)).toEqual(expected)
})

test('each way to pay has a mark of its own', () => {
  const marks = Object.values(METHOD_TEXTS).map(({ brand, icon }) => brand ?? icon)
  expect(marks).toEqual([...new Set(marks)])
  expect(new Set(['NONE', ...Object.keys(METHOD_TEXTS)])).toEqual(new Set(PAYMENT_METHODS))
})

test('a method the shop cannot walk through is not offered', () => {
  expect(paymentOptions(anOrder({ '7c0e': offline, NONE: offline }))).toEqual([])
})

test('a transfer states the days there are to pay, a deferred one that instructions come', () => {
  const [ordinary] = paymentOptions(anOrder({ BANK_TRANSFER: offline }))
  expect(ordinary?.texts.description(wayOf(ordinary))).toEqual({
    key: 'reservation-page.offline.description',
    args: [5],
  })
  const [tomorrow] = paymentOptions(
    anOrder({ BANK_TRANSFER: { ...offline, parameters: { delayForOfflinePayment: 1 } } }),
  )
  expect(tomorrow?.texts.description(wayOf(tomorrow)).key).toBe('foyer.overview.transfer-in-a-day')
  const soon = { delayForOfflinePayment: 1, hoursForOfflinePayment: 2 }
  const [today] = paymentOptions(anOrder({ BANK_TRANSFER: { ...offline, parameters: soon } }))
  expect(today?.texts.description(wayOf(today))).toEqual({ key: 'foyer.overview.transfer-in-hours', args: [2] })
  const [deferred] = paymentOptions(anOrder({ BANK_TRANSFER: { ...offline, parameters: { deferred: true } } }))
  expect(deferred?.texts.description(wayOf(deferred)).key).toBe('reservation-page.offline.deferred.description')
})

test('one method is chosen by itself, of two only the one that was asked for', () => {
  const two = paymentOptions(anOrder({ ON_SITE: onSite, BANK_TRANSFER: offline }))
  expect(chosenOption(two.slice(0, 1), undefined)?.method).toBe('BANK_TRANSFER')
  expect(chosenOption(two, undefined)).toBeUndefined()
  expect(chosenOption(two, 'ON_SITE')?.method).toBe('ON_SITE')
  expect(chosenOption([], undefined)).toBeUndefined()
})

test('the confirmation of a free order names no proxy', () => {
  expect(toPaymentForm(undefined, { terms: true, privacy: null, captcha: null, gatewayToken: null })).toEqual({
    selectedPaymentMethod: 'NONE',
    paymentProxy: null,
    termAndConditionsAccepted: true,
    privacyPolicyAccepted: null,
    gatewayToken: null,
    captcha: null,
  })
})

test('the confirmation carries method and proxy of the choice', () => {
  const [transfer] = paymentOptions(anOrder({ BANK_TRANSFER: offline }))
  expect(toPaymentForm(transfer, { terms: true, privacy: true, captcha: 'answer', gatewayToken: null })).toMatchObject({
    selectedPaymentMethod: 'BANK_TRANSFER',
    paymentProxy: 'OFFLINE',
    privacyPolicyAccepted: true,
    captcha: 'answer',
  })
})

test('a captcha is wanted for a free order as the event says, and with a way to pay as that one says', () => {
  const configuration = {
    captchaForTicketSelection: true,
    captchaForOfflinePaymentAndFree: false,
    recaptchaApiKey: 'key',
  }
  const [asking] = paymentOptions(
    anOrder({ ON_SITE: { paymentProxy: 'ON_SITE', parameters: { captchaRequestedForOffline: true } } }),
  )
  const [other] = paymentOptions(anOrder({ BANK_TRANSFER: offline }))
  expect(isCaptchaRequired(asking, { isFree: false, configuration })).toBe(true)
  expect(isCaptchaRequired(other, { isFree: false, configuration })).toBe(false)
  expect(isCaptchaRequired(undefined, { isFree: true, configuration })).toBe(false)
  const offlineToo = { ...configuration, captchaForOfflinePaymentAndFree: true }
  expect(isCaptchaRequired(undefined, { isFree: true, configuration: offlineToo })).toBe(true)
})

test('online methods state where they are paid, test payments their kind, and one agreed elsewhere is confirmed', () => {
  const by = (paymentProxy: 'STRIPE' | 'MOLLIE' | 'PAYPAL', parameters = {}) => ({ paymentProxy, parameters })
  const textOf = (method: string, proxy: ReturnType<typeof by>, tokenAcquired = false) => {
    const order = { ...anOrder({ [method]: proxy }), tokenAcquired, paymentProxy: proxy.paymentProxy }
    const [option] = paymentOptions(order)
    return option && [option.texts.description(wayOf(option)).key, option.texts.action(wayOf(option))]
  }
  expect(textOf('CREDIT_CARD', by('STRIPE'))).toEqual([
    'reservation-page.credit-card.description',
    'foyer.overview.pay',
  ])
  expect(textOf('CREDIT_CARD', by('MOLLIE'))).toEqual(['reservation-page.mollie.description', 'foyer.overview.pay'])
  expect(textOf('IDEAL', by('MOLLIE', { isTest: true }))?.[0]).toBe('foyer.overview.test-payment')
  expect(textOf('PAYPAL', by('PAYPAL'))).toEqual([
    'reservation-page.paypal.description',
    'reservation-page.paypal.confirm-button',
  ])
  expect(textOf('PAYPAL', by('PAYPAL'), true)).toEqual(['reservation-page.paypal.confirm', 'foyer.overview.pay'])
})
