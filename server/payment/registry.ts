import type { PaymentProxy } from '#domain/payment/payment-method.ts'
import type { PaymentProvider } from './provider.ts'
import { offline } from './providers/offline/provider.ts'
import { onSite } from './providers/on-site/provider.ts'

/** Every way to pay that this shop knows. */
export const PROVIDERS: readonly PaymentProvider[] = [offline, onSite]

export function providerOf(proxy: PaymentProxy): PaymentProvider | undefined {
  return PROVIDERS.find(provider => provider.proxy === proxy)
}
