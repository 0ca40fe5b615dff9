import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { ReaderOf } from '#domain/foundation/setting/definition.ts'
import { type AddressesInUse, MODULES, type PROVIDER_SETTINGS } from './modules.ts'
import type { BankAccount, PaymentProvider } from '#server/providers/port/provider.ts'
import { type WatchCall, watchedProvider } from './watched.ts'

export type ProviderSettings = ReaderOf<typeof PROVIDER_SETTINGS>

/** The providers a shop works with. */
export type Providers = readonly PaymentProvider<ProviderSettings>[]

/** Every provider of the program, watched by these. */
export async function openProviders(
  addresses: AddressesInUse,
  watchers: readonly WatchCall[] = [],
): Promise<Providers> {
  const providers: Providers = await Promise.all(MODULES.map(module => module.open(addresses)))
  return providers.map(provider => watchers.reduce(watchedProvider, provider))
}

export function providerOf(providers: Providers, proxy: PaymentProxy | null) {
  return providers.find(provider => provider.proxy === proxy)
}

/** Where money is transferred to; undefined where no provider has an account. */
export function bankAccountOf(providers: Providers, settings: ProviderSettings): BankAccount | undefined {
  for (const provider of providers) {
    const account = provider.account?.(settings)
    if (account) return account
  }
  return undefined
}
