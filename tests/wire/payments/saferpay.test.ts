import { saferpayInTests } from '#tests/fakes/saferpay/in-tests.ts'
import { providerSuite } from './provider-suite.ts'
import { SAFERPAY } from './subjects.ts'

await providerSuite(SAFERPAY, {
  fake: saferpayInTests,
  environment: fake => ({ SAFERPAY_API_BASE: fake.url }),
})
