import { saferpayInTests } from '#tests/fakes/saferpay/in-tests.ts'
import { providerSuite } from './provider-suite.ts'

await providerSuite({
  proxy: 'SAFERPAY',
  method: 'CREDIT_CARD',
  kind: 'redirect',
  isNeverPolled: true,
  isOverOnceRefused: true,
  isSilentAfterwards: true,
  fake: saferpayInTests,
  environment: fake => ({ SAFERPAY_API_BASE: fake.url }),
})
