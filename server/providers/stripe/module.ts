import { providerModule } from '#server/providers/port/module.ts'
import { CONTEXT, type SettingDefinitions, flag, list, secret, text } from '#domain/foundation/setting/definition.ts'
import { PLATFORM_SETTINGS } from '#server/providers/port/platform-fee.ts'
import { METHODS } from './methods.ts'

export const STRIPE_SETTINGS = {
  STRIPE_CC_ENABLED: flag(false, CONTEXT, 'Offer cards and other methods of Stripe.'),
  STRIPE_SECRET_KEY: secret(CONTEXT, "Stripe's secret or restricted key (sk_ or rk_)."),
  STRIPE_PUBLIC_KEY: text(CONTEXT, "Stripe's publishable key.", /^pk_(test|live)_\w+$/),
  STRIPE_WEBHOOK_PAYMENT_KEY: secret(CONTEXT, 'Secret of the webhook endpoint for payments (whsec_).'),
  STRIPE_WEBHOOK_KEY: secret(CONTEXT, 'Secret of the webhook endpoint for connected accounts (whsec_).'),
  STRIPE_ENABLE_SCA: flag(true, CONTEXT, 'Let banks authenticate buyers (3-D Secure); European banks refuse without.'),
  STRIPE_METHODS: {
    ...list(CONTEXT, "Stripe's names of the methods that are offered.", Object.keys(METHODS)),
    default: ['card'],
  },
  STRIPE_CONNECTED_ID: text(
    CONTEXT,
    "The organiser's own account, by which the platform takes payments.",
    /^acct_\w+$/,
  ),
  ...PLATFORM_SETTINGS,
} as const satisfies SettingDefinitions

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
