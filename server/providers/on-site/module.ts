import { providerModule } from '#server/providers/port/module.ts'
import { ON_SITE_SETTINGS } from './settings.ts'

export const onSite = providerModule({
  settings: ON_SITE_SETTINGS,
  addresses: {},
  open: async () => (await import('./provider.ts')).onSiteProvider,
})
