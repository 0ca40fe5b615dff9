import { providerModule } from '#server/providers/port/module.ts'
import { SAFERPAY_SETTINGS } from './account.ts'

export const saferpay = providerModule({
  settings: SAFERPAY_SETTINGS,
  addresses: {
    SAFERPAY_API_BASE: {
      fallback: 'https://www.saferpay.com/api, in test mode https://test.saferpay.com/api',
      isDecidedByProvider: true,
      meaning: 'Where Saferpay is asked about payments.',
    },
  },
  open: async ({ SAFERPAY_API_BASE: base }) => (await import('./provider.ts')).saferpayProvider(base),
})
