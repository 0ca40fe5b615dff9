import { afterAll } from 'vitest'
import { type StripeFake, stripeFake } from '#tests/fakes/stripe/stripe-fake.ts'
import { providerSuite } from './provider-suite.ts'

let script = ''

await providerSuite({
  proxy: 'STRIPE',
  method: 'CREDIT_CARD',
  kind: 'page',
  fake: async options => {
    const fake: StripeFake = await stripeFake(options)
    afterAll(() => fake.close())
    ;({ script } = fake)
    return fake
  },
  environment: fake => ({ STRIPE_API_BASE: fake.url, STRIPE_JS_URL: script }),
})
