import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { AppliedVatStatus, VatStatus } from '#domain/catalog/price/vat.ts'

/** For whom an exempt buyer owes no VAT: ENABLE_REVERSE_CHARGE_IN_PERSON and ENABLE_REVERSE_CHARGE_ONLINE. */
export type ReverseCharge = { readonly isInPerson: boolean; readonly isOnline: boolean }

/** `isTaxed` is APPLY_TAX_TO_CATEGORY; `isOnline` by the category in a hybrid event, by the event otherwise. */
export type CategoryTax = { readonly id: CategoryId; readonly isOnline: boolean; readonly isTaxed: boolean }

/** The status of an order, and of its categories where it differs: the tickets of those carry it as their own. */
export type OrderVatStatuses = {
  readonly order: AppliedVatStatus
  readonly categories: ReadonlyMap<CategoryId, AppliedVatStatus>
}

/**
 * Who owes no VAT (domain rules 1.6). A category without tax is exempt for every buyer. With `reverseCharge` the buyer
 * is exempt: for the whole order when both switches are on, otherwise for the tickets of the matching categories while
 * the order keeps its status. Null: the buyer is not exempt.
 */
export function vatStatuses(
  stated: VatStatus,
  categories: readonly CategoryTax[],
  reverseCharge: ReverseCharge | null,
): OrderVatStatuses {
  if (reverseCharge?.isInPerson && reverseCharge.isOnline) return { order: exempted(stated), categories: new Map() }
  const owesNone = ({ isOnline, isTaxed }: CategoryTax) =>
    !isTaxed || (reverseCharge !== null && (isOnline ? reverseCharge.isOnline : reverseCharge.isInPerson))
  return {
    order: stated,
    categories: new Map(categories.filter(owesNone).map(({ id }) => [id, exempted(stated)])),
  }
}

export function exempted(stated: VatStatus): AppliedVatStatus {
  return stated === 'NONE' ? 'NONE' : `${stated}_EXEMPT`
}

/** Split payment: the VAT is shown and not charged (domain rules 1.6). */
export function notCharged(stated: VatStatus): AppliedVatStatus {
  return stated === 'NONE' ? 'NONE' : `${stated}_NOT_CHARGED`
}
