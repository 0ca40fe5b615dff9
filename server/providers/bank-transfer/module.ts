import { providerModule } from '#server/providers/port/module.ts'
import { CONTEXT, type SettingDefinitions, asking, flag, number, text } from '#domain/foundation/setting/definition.ts'

export const BANK_TRANSFER_SETTINGS = {
  BANK_TRANSFER_ENABLED: asking(flag(false, CONTEXT, 'Offer bank transfer.')),
  BANK_ACCOUNT_NR: text(CONTEXT, 'Account number (IBAN) for bank transfers.'),
  BANK_ACCOUNT_OWNER: text(CONTEXT, 'Name and address of the account owner, one line each.'),
  OFFLINE_PAYMENT_DAYS: number(5, 0, 365, CONTEXT, 'Days a buyer has to pay by bank transfer.'),
  OFFLINE_PAYMENT_BUSINESS_DAYS: flag(true, CONTEXT, 'Count Monday to Friday only.'),
  OFFLINE_REMINDER_HOURS: number(24, 1, 720, CONTEXT, 'Hours before the deadline when the buyer is reminded.'),
  AUTOMATIC_REMOVAL_EXPIRED_OFFLINE_PAYMENT: flag(false, CONTEXT, 'Cancel orders whose transfer is overdue.'),
  SHOW_ONLY_BASIC_INSTRUCTIONS: flag(false, CONTEXT, 'Shorter instructions for bank transfer.'),
  DEFERRED_BANK_TRANSFER_ENABLED: flag(false, CONTEXT, 'Send the instructions for bank transfer by hand.'),
  DEFERRED_BANK_TRANSFER_SEND_CONFIRMATION_EMAIL: flag(
    true,
    CONTEXT,
    'Mail the buyer when such a transfer is confirmed.',
  ),
} as const satisfies SettingDefinitions

export const bankTransfer = providerModule({
  settings: BANK_TRANSFER_SETTINGS,
  addresses: {},
  open: async () => (await import('./provider.ts')).bankTransferProvider,
})
