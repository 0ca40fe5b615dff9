import type { AppliedVatStatus } from '#domain/catalog/price/vat.ts'
import { isExempt } from '#domain/catalog/price/vat.ts'

/**
 * How an amount is taxed, by the codes of EN 16931 (UNTDID 5305): S taxed, Z at nothing, E exempt, AE reverse charge,
 * G free because the buyer is outside the union, O no matter of VAT, B split payment.
 */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'G' | 'O' | 'B'

/** Of the buyer: where an exemption comes from. */
export type TaxedBuyer = { readonly hasTaxId: boolean; readonly isInUnion: boolean }

/**
 * The category of a part of an order. An exempt part is so for every buyer, because its category is without tax
 * (APPLY_TAX_TO_CATEGORY), or for this one, who owes the tax (domain rules 1.6). `isTaxable` is that setting.
 */
export function taxCategoryOf(
  status: AppliedVatStatus,
  { isTaxable, hasRate, buyer }: { isTaxable: boolean; hasRate: boolean; buyer: TaxedBuyer },
): TaxCategory {
  if (status === 'NONE') return 'O'
  if (isExempt(status)) return isTaxable ? categoryOfBuyer(buyer) : 'E'
  if (!hasRate) return 'Z'
  return isNotCharged(status) ? 'B' : 'S'
}

export function isNotCharged(status: AppliedVatStatus): boolean {
  return status.endsWith('_NOT_CHARGED')
}

/** Only a buyer with a number can owe the tax. */
function categoryOfBuyer({ hasTaxId, isInUnion }: TaxedBuyer): TaxCategory {
  if (!hasTaxId) return 'E'
  return isInUnion ? 'AE' : 'G'
}
