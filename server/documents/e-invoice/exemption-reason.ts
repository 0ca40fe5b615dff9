import type { TaxCategory } from '#domain/order/invoice/tax-category.ts'
import type { Say } from '#server/foundation/language/texts.ts'

const KEYS: Readonly<Record<TaxCategory, string | null>> = {
  AE: 'invoice.vat-voided',
  E: 'foyer.invoice.exempt',
  G: 'foyer.invoice.export',
  O: 'foyer.invoice.outside-scope',
  S: null,
  Z: null,
  B: null,
}

/** Why a part of an invoice carries no VAT, in the words of its language; null for what is taxed. */
export function exemptionReason(category: TaxCategory, say: Say): string | null {
  const key = KEYS[category]
  return key === null ? null : say(key, say('common.vat'))
}
