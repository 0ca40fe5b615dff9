import { mollieInTests } from '#tests/fakes/mollie/in-tests.ts'
import { providerSuite } from './provider-suite.ts'
import { MOLLIE } from './subjects.ts'

await providerSuite(MOLLIE, {
  fake: mollieInTests,
  environment: fake => ({ MOLLIE_API_BASE: fake.url }),
})
