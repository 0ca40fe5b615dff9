import type { PaymentProxy } from '#domain/payment/payment-method.ts'
import type { ReaderOf } from '#server/setting-definition/definition.ts'
import type { ProviderAddresses } from './addresses.ts'
import { bankTransfer } from './bank-transfer/provider.ts'
import { onSite } from './on-site/provider.ts'
import type { BankAccount, PaymentProvider } from './provider.ts'
import { saferpay } from './saferpay/provider.ts'
import type { PROVIDER_SETTINGS } from './settings.ts'
import { stripe } from './stripe/provider.ts'

export type ProviderSettings = ReaderOf<typeof PROVIDER_SETTINGS>

/** The providers a shop works with. */
export type Providers = readonly PaymentProvider<ProviderSettings>[]

/**
 * Every provider of the program, in the order in which those that offer the same method are preferred; settings.ts has their
 * settings.
 */
export function providersAt(addresses: ProviderAddresses): Providers {
  return [
    stripe({ api: addresses.STRIPE_API_BASE, script: addresses.STRIPE_JS_URL }),
    saferpay(addresses.SAFERPAY_API_BASE),
    bankTransfer,
    onSite,
  ]
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
