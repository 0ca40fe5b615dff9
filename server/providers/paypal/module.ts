import { providerModule } from '#server/providers/port/module.ts'
import { CONTEXT, type SettingDefinitions, flag, secret, text } from '#domain/foundation/setting/definition.ts'

export const PAYPAL_SETTINGS = {
  PAYPAL_ENABLED: flag(false, CONTEXT, 'Offer PayPal.'),
  PAYPAL_LIVE_MODE: flag(false, CONTEXT, 'Take real money; else payments are made in the sandbox.'),
  PAYPAL_CLIENT_ID: text(CONTEXT, "Client ID of the app, from PayPal's developer dashboard.", /^[\w-]{1,200}$/),
  PAYPAL_CLIENT_SECRET: secret(CONTEXT, 'Secret of that app.'),
  PAYPAL_WEBHOOK_ID: secret(CONTEXT, "ID of the app's webhook; PayPal's messages are known by it to be genuine."),
} as const satisfies SettingDefinitions

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
