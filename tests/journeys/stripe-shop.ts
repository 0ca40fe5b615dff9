import { stripeInTests } from '#tests/fakes/stripe/in-tests.ts'
import { runningShop } from '../support/shop/running-shop.ts'

/** A shop of the test file's own beside a Stripe that sends it each message by itself. */
export async function shopWithStripe() {
  let shopUrl = ''
  const stripe = await stripeInTests({ notify: () => shopUrl })
  const shop = await runningShop({ STRIPE_API_BASE: stripe.url, STRIPE_JS_URL: stripe.script, ...stripe.settings })
  shopUrl = shop.url
  stripe.messages.automatic(true)
  return { stripe, shop }
}
