import { MAX_INTEGER } from '#contract/limits.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import { type Minor, minorFromDecimal } from '#domain/foundation/money/money.ts'
import type { AdditionalServiceId } from '#domain/catalog/price/additional-service.ts'
import type { AskedService } from '#domain/order/pricing/choose-services.ts'

/** An extra as a form asks for it; the amount is in units of the currency, as 10.5 is ten and a half. */
export type AskedExtra = { readonly serviceId: number; readonly quantity: number; readonly amount: number | null }

export function askedServices(asked: readonly AskedExtra[], currency: Currency | null): AskedService[] {
  return asked.map(({ serviceId, quantity, amount }) => ({
    serviceId: serviceId as AdditionalServiceId,
    quantity,
    amount: amount === null || currency === null ? null : namedAmount(amount, currency),
  }))
}

/** Rounded half up to the currency's coins (domain rules 1.1); null for a negative amount, and for one beyond all reason. */
function namedAmount(amount: number, currency: Currency): Minor | null {
  const units = minorFromDecimal(amount, currency)
  return amount < 0 || units === undefined || units > MAX_INTEGER ? null : units
}
