import type { CategoryId } from '#domain/catalog/category.ts'
import type { Instant } from '#domain/instant.ts'
import { PAYMENT_METHODS } from '#domain/payment/payment-method.ts'
import type { EventForSale } from '#server/catalog/catalog.ts'
import type { PaymentParameters, PaymentProvider } from './provider.ts'
import { PROVIDERS } from './registry.ts'

export type OfferedPayment = { readonly provider: PaymentProvider; readonly parameters: PaymentParameters }

/**
 * The ways to pay for these categories now, in display order: allowed for the event, usable, and refused by none of the
 * categories (lifecycle B.1). Two providers of one method: the first one is taken (booking contract section 7).
 */
export function offeredPayments(sale: EventForSale, categories: readonly CategoryId[], now: Instant): OfferedPayment[] {
  const { event, settings } = sale
  if (event.isFreeOfCharge) return []
  const refusedMethods = new Set(categories.flatMap(id => settings.list('PAYMENT_METHODS_BLACKLIST', id)))
  return PAYMENT_METHODS.flatMap(method => {
    if (refusedMethods.has(method)) return []
    for (const provider of PROVIDERS) {
      if (provider.method !== method || !event.paymentProxies.includes(provider.proxy)) continue
      const parameters = provider.offer({ event, settings, now })
      if (parameters) return [{ provider, parameters }]
    }
    return []
  })
}
