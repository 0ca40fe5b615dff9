import type { ReaderOf, SettingDefinitions } from '#domain/foundation/setting/definition.ts'
import type { PaymentProvider } from './provider.ts'

type Address = {
  readonly fallback: string
  readonly meaning: string
  /** There is more than one, by the settings of an organiser; `fallback` says so in words. */
  readonly isDecidedByProvider?: true
}

/** Where a provider is, by the environment variable that only an operator sets; tests and development set stand-ins. */
export type ProviderAddresses = Readonly<Record<string, Address>>

/** As they are in this shop; null where nothing was said and the provider decides. */
export type InUse<Addresses extends ProviderAddresses> = {
  readonly [Name in keyof Addresses]: Addresses[Name] extends { readonly isDecidedByProvider: true }
    ? string | null
    : string
}

/** What the folder of a provider gives to the registry, without loading the rest of it. */
export type ProviderModule<Settings extends SettingDefinitions, Addresses extends ProviderAddresses> = {
  /** What an organiser may state about it. */
  readonly settings: Settings
  readonly addresses: Addresses
  open(at: InUse<Addresses>): Promise<PaymentProvider<ReaderOf<Settings>>>
}

/** Declares a provider; as a function, so that the names of settings and addresses are known. */
export const providerModule = <const Settings extends SettingDefinitions, const Addresses extends ProviderAddresses>(
  module: ProviderModule<Settings, Addresses>,
): ProviderModule<Settings, Addresses> => module
