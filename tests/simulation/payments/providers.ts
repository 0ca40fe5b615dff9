import { mollieFake } from '#tests/fakes/mollie/mollie-fake.ts'
import { paypalFake } from '#tests/fakes/paypal/paypal-fake.ts'
import type { ProviderFake } from '#tests/fakes/provider-fake.ts'
import { saferpayFake } from '#tests/fakes/saferpay/saferpay-fake.ts'
import { stripeFake } from '#tests/fakes/stripe/stripe-fake.ts'
import { MOLLIE, PAYPAL, SAFERPAY, STRIPE, type Subject } from '../../wire/payments/subjects.ts'

type Options = { readonly notify: () => string; readonly now: () => number; readonly slowMs: number }

/** A provider that takes part in the simulation, and how to open its stand-in. */
export type SimulatedProvider = Pick<Subject, 'proxy' | 'method' | 'kind'> & {
  open(options: Options): Promise<Opened>
}

/** `environment`: where the shop finds the stand-in. */
type Opened = { readonly fake: ProviderFake; readonly environment: Readonly<Record<string, string>> }

const BY_STRIPE: SimulatedProvider = {
  ...STRIPE,
  async open(options) {
    const fake = await stripeFake(options)
    return { fake, environment: { STRIPE_API_BASE: fake.url, STRIPE_JS_URL: fake.script } }
  },
}

const BY_MOLLIE: SimulatedProvider = {
  ...MOLLIE,
  async open(options) {
    const fake = await mollieFake(options)
    return { fake, environment: { MOLLIE_API_BASE: fake.url } }
  },
}

const BY_PAYPAL: SimulatedProvider = {
  ...PAYPAL,
  async open(options) {
    const fake = await paypalFake(options)
    return { fake, environment: { PAYPAL_API_BASE: fake.url } }
  },
}

const BY_SAFERPAY: SimulatedProvider = {
  ...SAFERPAY,
  async open(options) {
    const fake = await saferpayFake(options)
    return { fake, environment: { SAFERPAY_API_BASE: fake.url } }
  },
}

/** What is sold in the simulation: an event or a pass, its currency, and who may be paid through. */
export type Sale = {
  readonly kind: 'event' | 'pass'
  readonly name: string
  readonly currency: string
  readonly price: number
  readonly providers: readonly SimulatedProvider[]
}

/**
 * Another provider takes part by its entry above and its name here; of two providers of one method in one event only the
 * first is offered.
 */
export const SALES: readonly Sale[] = [
  { kind: 'event', name: 'francs', currency: 'CHF', price: 120, providers: [BY_STRIPE, BY_PAYPAL] },
  { kind: 'event', name: 'yen', currency: 'JPY', price: 9000, providers: [BY_STRIPE] },
  { kind: 'event', name: 'euros', currency: 'EUR', price: 45.5, providers: [BY_MOLLIE, BY_PAYPAL] },
  { kind: 'event', name: 'pages', currency: 'CHF', price: 80, providers: [BY_SAFERPAY] },
  { kind: 'pass', name: 'season', currency: 'EUR', price: 160, providers: [BY_STRIPE, BY_PAYPAL] },
  { kind: 'pass', name: 'membership', currency: 'CHF', price: 75, providers: [BY_SAFERPAY] },
]
