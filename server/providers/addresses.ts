/**
 * Where providers are, by the environment variable that only an operator sets; tests and development point them at
 * stand-ins. docs/operating/configuration.md is made from it.
 */
export const PROVIDER_ADDRESSES = {
  STRIPE_API_BASE: { fallback: 'https://api.stripe.com', meaning: 'Where Stripe is asked about payments.' },
  STRIPE_JS_URL: {
    fallback: 'https://js.stripe.com/endive/stripe.js',
    meaning: 'The script of Stripe that the page of the overview loads once a card is chosen.',
  },
} as const

export type ProviderAddresses = Readonly<Record<keyof typeof PROVIDER_ADDRESSES, string>>
