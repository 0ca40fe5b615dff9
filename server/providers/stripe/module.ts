import { providerModule } from '#server/providers/port/module.ts'
import { STRIPE_SETTINGS } from './account.ts'

export const stripe = providerModule({
  settings: STRIPE_SETTINGS,
  addresses: {
    STRIPE_API_BASE: { fallback: 'https://api.stripe.com', meaning: 'Where Stripe is asked about payments.' },
    STRIPE_JS_URL: {
      fallback: 'https://js.stripe.com/endive/stripe.js',
      meaning: 'The script of Stripe that the page of the overview loads once a card is chosen.',
    },
  },
  open: async ({ STRIPE_API_BASE: api, STRIPE_JS_URL: script }) =>
    (await import('./provider.ts')).stripeProvider({ api, script }),
})
