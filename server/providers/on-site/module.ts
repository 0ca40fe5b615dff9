import { providerModule } from '#server/providers/port/module.ts'
import { CONTEXT, type ReaderOf, type SettingDefinitions, asking, flag } from '#domain/foundation/setting/definition.ts'
import type { PaymentProvider } from '#server/providers/port/provider.ts'

const ON_SITE_SETTINGS = {
  ON_SITE_ENABLED: asking(flag(false, CONTEXT, 'Offer payment at the door.')),
} as const satisfies SettingDefinitions

/**
 * Pay at the desk: the order is complete at once, its tickets are to be paid. Not for online events, nor for passes,
 * which have no desk (lifecycle B.6).
 */
const onSiteProvider: PaymentProvider<ReaderOf<typeof ON_SITE_SETTINGS>> = {
  proxy: 'ON_SITE',
  offer: ({ context, settings }) =>
    settings.flag('ON_SITE_ENABLED') && context.kind === 'event' && context.format !== 'ONLINE'
      ? [{ method: 'ON_SITE', parameters: {} }]
      : [],
  missing: settings => (settings.flag('ON_SITE_ENABLED') ? [] : ['ON_SITE_ENABLED']),
  begin: () => ({ kind: 'known', outcome: { kind: 'settled' } }),
  read: () => ({ kind: 'on-site' }),
}

export const onSite = providerModule({
  settings: ON_SITE_SETTINGS,
  addresses: {},
  open: async () => onSiteProvider,
})
