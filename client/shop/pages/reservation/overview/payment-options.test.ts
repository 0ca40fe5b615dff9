import { expect, test } from 'vitest'
import type { PaymentProxyWithParameters } from '#contract/payment.ts'
import { chosenOption, isCaptchaWanted, paymentOptions, toPaymentForm } from './payment-options.ts'

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

test('a free order has nothing to choose, though methods are active', () => {
  expect(paymentOptions(anOrder({ BANK_TRANSFER: offline }, true))).toEqual([])
})

test('once a payment is approved there is only the method it was approved for', () => {
  const order = anOrder({ ON_SITE: onSite, BANK_TRANSFER: offline })
  const approved = paymentOptions({ ...order, tokenAcquired: true, paymentProxy: 'ON_SITE' })
  expect(approved.map(option => option.method)).toEqual(['ON_SITE'])
  expect(paymentOptions({ ...order, tokenAcquired: true, paymentProxy: 'PAYPAL' })).toEqual([])
})

test('a method the shop cannot walk through is not offered', () => {
  expect(paymentOptions(anOrder({ '7c0e': offline, NONE: offline }))).toEqual([])
})

test('a transfer tells the days there are to pay, a deferred one that instructions come', () => {
  const [ordinary] = paymentOptions(anOrder({ BANK_TRANSFER: offline }))
  expect(ordinary?.texts.description(ordinary.parameters)).toEqual({
    key: 'reservation-page.offline.description',
    args: [5],
  })
  const [tomorrow] = paymentOptions(
    anOrder({ BANK_TRANSFER: { ...offline, parameters: { delayForOfflinePayment: 1 } } }),
  )
  expect(tomorrow?.texts.description(tomorrow.parameters).key).toBe('foyer.overview.transfer-in-a-day')
  const soon = { delayForOfflinePayment: 1, hoursForOfflinePayment: 2 }
  const [today] = paymentOptions(anOrder({ BANK_TRANSFER: { ...offline, parameters: soon } }))
  expect(today?.texts.description(today.parameters)).toEqual({ key: 'foyer.overview.transfer-in-hours', args: [2] })
  const [deferred] = paymentOptions(anOrder({ BANK_TRANSFER: { ...offline, parameters: { deferred: true } } }))
  expect(deferred?.texts.description(deferred.parameters).key).toBe('reservation-page.offline.deferred.description')
})

test('one method is chosen by itself, of two only the one that was wished for', () => {
  const two = paymentOptions(anOrder({ ON_SITE: onSite, BANK_TRANSFER: offline }))
  expect(chosenOption(two.slice(0, 1), undefined)?.method).toBe('BANK_TRANSFER')
  expect(chosenOption(two, undefined)).toBeUndefined()
  expect(chosenOption(two, 'ON_SITE')?.method).toBe('ON_SITE')
  expect(chosenOption([], undefined)).toBeUndefined()
})

test('the confirmation of a free order names no proxy', () => {
  expect(toPaymentForm(undefined, { terms: true, privacy: null, captcha: null })).toEqual({
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
  expect(toPaymentForm(transfer, { terms: true, privacy: true, captcha: 'answer' })).toMatchObject({
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
  expect(isCaptchaWanted(asking, { isFree: false, configuration })).toBe(true)
  expect(isCaptchaWanted(other, { isFree: false, configuration })).toBe(false)
  expect(isCaptchaWanted(undefined, { isFree: true, configuration })).toBe(false)
  const offlineToo = { ...configuration, captchaForOfflinePaymentAndFree: true }
  expect(isCaptchaWanted(undefined, { isFree: true, configuration: offlineToo })).toBe(true)
})
