import { paypalInTests } from '#tests/fakes/paypal/in-tests.ts'
import { providerSuite } from './provider-suite.ts'
import { PAYPAL } from './subjects.ts'

await providerSuite(PAYPAL, {
  fake: paypalInTests,
  environment: fake => ({ PAYPAL_API_BASE: fake.url }),
})
