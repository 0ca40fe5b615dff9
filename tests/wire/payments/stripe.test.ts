import { type StripeFake } from '#tests/fakes/stripe/stripe-fake.ts'
import { stripeInTests } from '#tests/fakes/stripe/in-tests.ts'
import { providerSuite } from './provider-suite.ts'
import { STRIPE } from './subjects.ts'

let script = ''

await providerSuite(STRIPE, {
  fake: async options => {
    const fake: StripeFake = await stripeInTests(options)
    ;({ script } = fake)
    return fake
  },
  environment: fake => ({ STRIPE_API_BASE: fake.url, STRIPE_JS_URL: script }),
})
