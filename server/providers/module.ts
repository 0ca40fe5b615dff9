import type { ReaderOf, SettingDefinitions } from '#server/setting-definition/definition.ts'
import type { PaymentProvider } from './provider.ts'

/** Where a provider is, by the environment variable that only an operator sets; tests and development set stand-ins. */
export type ProviderAddresses = Readonly<Record<string, { readonly fallback: string; readonly meaning: string }>>

/** What the folder of a provider gives to the registry, without loading the rest of it. */
export type ProviderModule<Settings extends SettingDefinitions, Addresses extends ProviderAddresses> = {
  /** What an organiser may state about it. */
  readonly settings: Settings
  readonly addresses: Addresses
  open(at: Readonly<Record<keyof Addresses, string>>): Promise<PaymentProvider<ReaderOf<Settings>>>
}

/** Declares a provider; as a function, so that the names of settings and addresses are known. */
export const providerModule = <const Settings extends SettingDefinitions, const Addresses extends ProviderAddresses>(
  module: ProviderModule<Settings, Addresses>,
): ProviderModule<Settings, Addresses> => module
