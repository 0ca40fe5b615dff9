import { mollieFake } from './mollie/mollie-fake.ts'
import type { ProviderFake } from './provider-fake.ts'
import { paypalFake } from './paypal/paypal-fake.ts'
import { saferpayFake } from './saferpay/saferpay-fake.ts'
import { stripeFake } from './stripe/stripe-fake.ts'

/**
 * Stand-ins of payment providers for development: a shop that has just been started takes test payments. They keep
 * payments only as long as their process runs.
 */

type Place = { readonly notify: string }

/** A provider, with the variables that state its address; one whose address is set gets no stand-in. */
type ProviderStandIn = {
  readonly variables: readonly string[]
  start(place: Place): Promise<{ readonly fake: ProviderFake; readonly environment: Readonly<Record<string, string>> }>
}

const STAND_INS: readonly ProviderStandIn[] = [
  {
    variables: ['MOLLIE_API_BASE'],
    async start(place) {
      const fake = await mollieFake(place)
      return { fake, environment: { MOLLIE_API_BASE: fake.url } }
    },
  },
  {
    variables: ['PAYPAL_API_BASE'],
    async start(place) {
      const fake = await paypalFake(place)
      return { fake, environment: { PAYPAL_API_BASE: fake.url } }
    },
  },
  {
    variables: ['SAFERPAY_API_BASE'],
    async start(place) {
      const fake = await saferpayFake(place)
      return { fake, environment: { SAFERPAY_API_BASE: fake.url } }
    },
  },
  {
    variables: ['STRIPE_API_BASE', 'STRIPE_JS_URL'],
    async start(place) {
      const fake = await stripeFake(place)
      return { fake, environment: { STRIPE_API_BASE: fake.url, STRIPE_JS_URL: fake.script } }
    },
  },
]

/** Starts them, and says by which variables the shop finds them and is their customer. `notify`: where the shop is. */
export async function startTestProviders(
  configured: Readonly<Record<string, string | undefined>>,
  place: Place,
): Promise<Readonly<Record<string, string>>> {
  const started: Record<string, string> = {}
  for (const { variables, start } of STAND_INS) {
    if (variables.some(name => configured[name] !== undefined)) continue
    const { fake, environment } = await start(place)
    fake.messages.automatic(true)
    Object.assign(started, fake.settings, environment)
  }
  return started
}
