import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import type { BuyerAct } from '#tests/fakes/provider-fake.ts'
import { paypalInTests } from '#tests/fakes/paypal/in-tests.ts'
import { stripeInTests } from '#tests/fakes/stripe/in-tests.ts'
import { type Reply, aBuyer } from '../../support/buyer/buyer.ts'
import { CONSENT, PAY_BY, filledIn, infoOf, pay, readyToPay, sendDetails } from '../../support/buyer/purchase.ts'
import { anOrganiser } from '../../support/organiser/organiser.ts'
import { manualClock } from '../../support/shop/manual-clock.ts'
import { testShop } from '../../support/shop/test-shop.ts'

/** Events that are paid by the token of a card at Stripe, or at PayPal, in English unless asked otherwise. */
export type ProviderFixture = {
  /** Pays an order by a card; `isAccountWrong`: of an event whose account Stripe does not know. */
  byCard(card: string | null, isAccountWrong?: boolean): Promise<Reply>
  /** Presses Pay after the buyer has done so at PayPal. */
  byPayPal(act: BuyerAct): Promise<Reply>
  /** Pays by PayPal with other details than those the buyer agreed with. */
  byPayPalOfAnotherName(): Promise<Reply>
  /** Begins to pay at a PayPal that is not there, or whose account does not exist. */
  byPayPalThatIsDown(): Promise<Reply>
  byUnknownPayPal(): Promise<Reply>
  /** The token of a card's number. */
  token(number: string): string
  text(key: string): string
}

/** `const fixture = await openProviderFixture()` at the top of the file. */
export async function openProviderFixture(): Promise<ProviderFixture> {
  const clock = manualClock()
  let shopUrl = 'http://127.0.0.1:9'
  const options = { notify: () => shopUrl, now: () => clock.now() }
  const [stripe, paypal] = await Promise.all([stripeInTests(options), paypalInTests(options)])
  const environment = { STRIPE_API_BASE: stripe.url, STRIPE_JS_URL: stripe.script, PAYPAL_API_BASE: paypal.url }
  const { url, apiKey, shop } = await testShop({ clock, environment })
  shopUrl = url
  const organiser = await anOrganiser(url, apiKey)
  const buyer = aBuyer(url)
  const open = (slug: string, proxy: PaymentProxy, settings: Readonly<Record<string, string>>) => {
    const { tickets, ...file } = anEventFile(clock.now(), { slug, seats: 50, settings })
    return organiser.open({ ...file, tickets: { ...tickets, paymentMethods: [proxy, 'ON_SITE'] } })
  }
  const byToken = { ...stripe.settings, STRIPE_ENABLE_SCA: 'false' }
  await open('by-card', 'STRIPE', byToken)
  await open('by-wrong-account', 'STRIPE', { ...byToken, STRIPE_SECRET_KEY: 'sk_test_of_nobody' })
  await open('by-paypal', 'PAYPAL', { ...paypal.settings })
  await open('by-paypal-of-nobody', 'PAYPAL', { ...paypal.settings, PAYPAL_CLIENT_SECRET: 'of nobody' })

  const ready = (event: string) => readyToPay(buyer, event, { Conference: 1 })
  const press = (id: string) => pay(buyer, id, PAY_BY.PAYPAL)
  const agreed = async (act: BuyerAct): Promise<string> => {
    const id = await ready('by-paypal')
    const { value } = (await press(id)).value as { value: { redirectUrl: string } }
    await paypal.buyer(new URL(value.redirectUrl).searchParams.get('token') ?? '', act)
    // Pay leads back to the order, as the page of PayPal does.
    await press(id)
    return id
  }
  return {
    byCard: async (gatewayToken, isAccountWrong = false) =>
      pay(buyer, await ready(isAccountWrong ? 'by-wrong-account' : 'by-card'), {
        ...CONSENT,
        paymentProxy: 'STRIPE',
        selectedPaymentMethod: 'CREDIT_CARD',
        gatewayToken,
      }),
    byPayPal: async act => press(await agreed(act)),
    byPayPalOfAnotherName: async () => {
      const id = await agreed('pay')
      await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), lastName: 'Byron' })
      return press(id)
    },
    byUnknownPayPal: async () => press(await ready('by-paypal-of-nobody')),
    byPayPalThatIsDown: async () => {
      const id = await ready('by-paypal')
      paypal.misbehave('down', { count: 1 })
      return press(id)
    },
    token: number => stripe.token(number),
    text: key => shop.texts.text('en', key),
  }
}
