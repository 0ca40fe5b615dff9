import { expect, test } from 'vitest'
import { minor } from '#domain/foundation/money/money.ts'
import { NO_CURRENCY, currency } from '#domain/foundation/money/currency.ts'
import { saferpayInTests } from '#tests/fakes/saferpay/in-tests.ts'
import { stripeInTests } from '#tests/fakes/stripe/in-tests.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { infoOf, readyToPay } from '#tests/support/buyer/purchase.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { offeredPayments } from './offered-payments.ts'

// Which provider is offered for a method, where several could be.

const CHF = currency('CHF') ?? NO_CURRENCY
const clock = manualClock()
const options = { notify: () => 'http://127.0.0.1:9', now: () => clock.now() }
const [stripe, saferpay] = await Promise.all([stripeInTests(options), saferpayInTests(options)])
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

type Proxy = 'STRIPE' | 'SAFERPAY' | 'OFFLINE' | 'ON_SITE'

async function anEventPaidBy(slug: string, paymentMethods: readonly Proxy[], settings = {}) {
  const all = { ...stripe.settings, ...saferpay.settings, ...settings }
  const { tickets, ...file } = anEventFile(clock.now(), { slug, settings: all })
  return organiser.open({ ...file, tickets: { ...tickets, paymentMethods: [...paymentMethods] } })
}

async function cardBy(event: string): Promise<string | undefined> {
  const id = await readyToPay(buyer, event, { Conference: 1 })
  return (await infoOf(buyer, id)).activePaymentMethods['CREDIT_CARD']?.paymentProxy
}

test("of two providers of one method the organiser's first is taken, and the other one where it is not usable", async () => {
  expect(await cardBy(await anEventPaidBy('one', ['STRIPE', 'SAFERPAY']))).toBe('STRIPE')
  expect(await cardBy(await anEventPaidBy('two', ['SAFERPAY', 'STRIPE']))).toBe('SAFERPAY')
  expect(await cardBy(await anEventPaidBy('three', ['SAFERPAY', 'STRIPE'], { SAFERPAY_ENABLED: false }))).toBe('STRIPE')
})

test('a provider is not offered for a sum that it does not take', async () => {
  const offer = await shop.catalog.offeredEvent(await anEventPaidBy('four', ['STRIPE', 'ON_SITE']))
  if (!offer) throw new Error('no event')
  const methodsFor = (amount: bigint) => {
    const due = { amount: minor(amount), currency: CHF }
    return offeredPayments(shop, offer, { categories: [], now: clock.now(), due }).map(({ method }) => method)
  }
  expect(methodsFor(50n)).toEqual(['CREDIT_CARD', 'ON_SITE'])
  expect(methodsFor(49n)).toEqual(['ON_SITE'])
  expect(methodsFor(100_000_000n)).toEqual(['ON_SITE'])
})
