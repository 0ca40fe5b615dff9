import { providerModule } from '#server/providers/port/module.ts'
import { CONTEXT, type SettingDefinitions, flag, list, secret, text } from '#domain/foundation/setting/definition.ts'
import { METHODS } from './methods.ts'

export const SAFERPAY_SETTINGS = {
  SAFERPAY_ENABLED: flag(false, CONTEXT, 'Offer cards and other methods of Saferpay.'),
  SAFERPAY_LIVE_MODE: flag(false, CONTEXT, 'Take real money; else payments are made in the test environment.'),
  SAFERPAY_API_USERNAME: text(CONTEXT, "Name of the user for the JSON API, from Saferpay's back office.", /^[^\s:]+$/),
  SAFERPAY_API_PASSWORD: secret(CONTEXT, 'Password of that user.'),
  SAFERPAY_CUSTOMER_ID: text(CONTEXT, 'Customer number at Saferpay, up to 8 digits.', /^\d{1,8}$/),
  SAFERPAY_TERMINAL_ID: text(CONTEXT, 'Terminal for online payments, 8 digits.', /^\d{8}$/),
  SAFERPAY_METHODS: {
    ...list(CONTEXT, "Saferpay's names of the methods and wallets that are offered.", Object.keys(METHODS)),
    default: ['VISA', 'MASTERCARD', 'AMEX', 'DINERS', 'JCB', 'MAESTRO'],
  },
} as const satisfies SettingDefinitions

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
