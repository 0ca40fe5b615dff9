import { providerModule } from '#server/providers/port/module.ts'
import { CONTEXT, SYSTEM, type SettingDefinitions, flag, secret, text } from '#domain/foundation/setting/definition.ts'
import { PLATFORM_SETTINGS } from '#server/providers/port/platform-fee.ts'

export const MOLLIE_SETTINGS = {
  MOLLIE_CC_ENABLED: flag(false, CONTEXT, 'Offer cards and other methods of Mollie.'),
  MOLLIE_API_KEY: secret(
    CONTEXT,
    "Mollie's API key of a profile (live_ or test_); unused where the platform takes payments.",
  ),
  MOLLIE_CONNECT_CLIENT_ID: text(SYSTEM, "Client id of the platform's app at Mollie (Connect).", /^app_\w+$/),
  MOLLIE_CONNECT_CLIENT_SECRET: secret(SYSTEM, "Client secret of the platform's app at Mollie."),
  MOLLIE_CONNECT_REFRESH_TOKEN: secret(
    CONTEXT,
    'Refresh token by which the platform takes payments for the organiser.',
  ),
  MOLLIE_CONNECT_PROFILE_ID: text(CONTEXT, "The organiser's profile at Mollie (pfl_), for the platform.", /^pfl_\w+$/),
  MOLLIE_CONNECT_LIVE_MODE: flag(false, CONTEXT, 'Take real money by the platform; otherwise in test mode.'),
  ...PLATFORM_SETTINGS,
} as const satisfies SettingDefinitions

export const mollie = providerModule({
  settings: MOLLIE_SETTINGS,
  addresses: {
    MOLLIE_API_BASE: { fallback: 'https://api.mollie.com', meaning: 'Where Mollie is asked about payments.' },
  },
  open: async ({ MOLLIE_API_BASE: base }) => (await import('./provider.ts')).mollieProvider(base),
})
