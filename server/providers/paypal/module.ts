import { providerModule } from '#server/providers/port/module.ts'
import { PAYPAL_SETTINGS } from './account.ts'

export const paypal = providerModule({
  settings: PAYPAL_SETTINGS,
  addresses: {
    PAYPAL_API_BASE: {
      fallback: 'https://api-m.paypal.com, in the sandbox https://api-m.sandbox.paypal.com',
      isDecidedByProvider: true,
      meaning: 'Where PayPal is asked about payments.',
    },
  },
  open: async ({ PAYPAL_API_BASE: base }) => (await import('./provider.ts')).paypalProvider(base),
})
