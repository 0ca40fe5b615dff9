import { providerModule } from '#server/providers/port/module.ts'
import { MOLLIE_SETTINGS } from './account.ts'

export const mollie = providerModule({
  settings: MOLLIE_SETTINGS,
  addresses: {
    MOLLIE_API_BASE: { fallback: 'https://api.mollie.com', meaning: 'Where Mollie is asked about payments.' },
  },
  open: async ({ MOLLIE_API_BASE: base }) => (await import('./provider.ts')).mollieProvider(base),
})
