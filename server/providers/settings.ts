import { BANK_TRANSFER_SETTINGS } from './bank-transfer/settings.ts'
import { ON_SITE_SETTINGS } from './on-site/settings.ts'
import { SAFERPAY_SETTINGS } from './saferpay/settings.ts'
import { STRIPE_SETTINGS } from './stripe/settings.ts'

/** What an organiser may state about each provider; each provider's own stand in its folder. */
export const PROVIDER_SETTINGS = {
  ...BANK_TRANSFER_SETTINGS,
  ...ON_SITE_SETTINGS,
  ...SAFERPAY_SETTINGS,
  ...STRIPE_SETTINGS,
} as const
