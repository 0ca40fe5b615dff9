import { providerModule } from '#server/providers/port/module.ts'
import { BANK_TRANSFER_SETTINGS } from './settings.ts'

export const bankTransfer = providerModule({
  settings: BANK_TRANSFER_SETTINGS,
  addresses: {},
  open: async () => (await import('./provider.ts')).bankTransferProvider,
})
