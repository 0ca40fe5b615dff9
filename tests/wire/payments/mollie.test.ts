import { mollieInTests } from '#tests/fakes/mollie/in-tests.ts'
import { providerSuite } from './provider-suite.ts'

await providerSuite({
  proxy: 'MOLLIE',
  method: 'CREDIT_CARD',
  kind: 'redirect',
  isOverOnceRefused: true,
  fake: mollieInTests,
  environment: fake => ({ MOLLIE_API_BASE: fake.url }),
})
