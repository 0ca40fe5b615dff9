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
  SAFERPAY_API_BASE: {
    fallback: 'https://www.saferpay.com/api, in test mode https://test.saferpay.com/api',
    isDecidedByProvider: true,
    meaning: 'Where Saferpay is asked about payments.',
  },
} as const satisfies Readonly<Record<string, Definition>>

type Definition = {
  readonly fallback: string
  readonly meaning: string
  /** There is more than one, by the settings of an organiser; `fallback` says so in words. */
  readonly isDecidedByProvider?: true
}

type Definitions = typeof PROVIDER_ADDRESSES

/** Null where nothing was said and the provider decides. */
export type ProviderAddresses = {
  readonly [Name in keyof Definitions]: Definitions[Name] extends { isDecidedByProvider: true } ? string | null : string
}
