import { isEuVatCountry } from '#domain/foundation/country/country-codes.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import {
  type ReverseCharge,
  type CategoryTax,
  type OrderVatStatuses,
  notCharged,
  vatStatuses,
} from '#domain/order/pricing/vat-statuses.ts'
import { type VatStatus, isExempt } from '#domain/catalog/price/vat.ts'
import { isItalianVatNumber } from '#domain/documents/tax-id/italian.ts'
import { type RegisterAnswer, type VatNumber, vatNumber } from '#domain/documents/tax-id/vat-number.ts'
import type { Billing } from './billing.ts'

/** What an organiser says about buyers that are businesses (domain rules 1.6). */
export type VatTerms = {
  /** The organiser's own, as VAT knows it; null: unknown, and no buyer is exempt. */
  readonly country: string | null
  /** ENABLE_EU_VAT_DIRECTIVE. */
  readonly isDirectiveApplied: boolean
  readonly reverseCharge: ReverseCharge
  /** Numbers of the European Union are looked up. */
  readonly isVerified: boolean
  /** Businesses outside the European Union pay VAT, too. */
  readonly isForeignTaxed: boolean
}

/** How a number was checked, as evidence why an order has no VAT. */
export type VatCheck = 'VIES' | 'FORMAL' | 'SKIPPED' | 'EXTRA_EU'

export type VatDecision =
  | { readonly kind: 'undecided' }
  | { readonly kind: 'wrong'; readonly problem: Problem }
  | { readonly kind: 'accepted'; readonly check: VatCheck; readonly number: VatNumber; readonly isExempt: boolean }

/** Can business buyers be exempt at all? */
export function isReverseChargeConfigured({ country, isDirectiveApplied, reverseCharge }: VatTerms): boolean {
  return isDirectiveApplied && country !== null && (reverseCharge.isInPerson || reverseCharge.isOnline)
}

/** The number to look up before `decideVat`; null: none. */
export function numberToVerify(billing: Billing, { isVerified }: VatTerms): VatNumber | null {
  const { country, vatNumber: typed } = billing
  return isVerified && country !== null && typed !== null && isEuVatCountry(country) ? vatNumber(country, typed) : null
}

/**
 * Is a business that owes its VAT number exempt (the table of domain rules 1.6)? `answer` is what the register says of
 * `numberToVerify`. Only where reverse charge is on.
 */
export function decideVat(billing: Billing, terms: VatTerms, answer: RegisterAnswer | null): VatDecision {
  const { country, vatNumber: typed } = billing
  if (typed === null) {
    return country === null || isEuVatCountry(country) ? wrong('error.emptyField') : { kind: 'undecided' }
  }
  if (country === null || !/^[A-Z]{2}$/.test(country)) return { kind: 'undecided' }
  const number = vatNumber(country, typed)
  const isAbroad = country !== terms.country
  if (!isEuVatCountry(country)) {
    return { kind: 'accepted', check: 'EXTRA_EU', number, isExempt: isAbroad && !terms.isForeignTaxed }
  }
  if (!terms.isVerified) return { kind: 'accepted', check: 'SKIPPED', number, isExempt: isAbroad }
  switch (answer) {
    case 'valid':
      return { kind: 'accepted', check: 'VIES', number, isExempt: isAbroad }
    case 'invalid':
      return decideUnknown(number, isAbroad)
    case 'unreachable':
    case null:
      return wrong('error.vatVIESDown')
  }
}

/** Not every Italian business is in the register of the Union, but at home its number counts. It never exempts. */
function decideUnknown(number: VatNumber, isAbroad: boolean): VatDecision {
  const isGoodAtHome = !isAbroad && number.country === 'IT' && isItalianVatNumber(number.number)
  return isGoodAtHome
    ? { kind: 'accepted', check: 'FORMAL', number, isExempt: false }
    : wrong('error.STEP_2_INVALID_VAT')
}

const wrong = (code: string): VatDecision => ({ kind: 'wrong', problem: problem(code, { field: 'vatNr' }) })

/** How an order is taxed: what its categories and its buyer owe, and whether the VAT is paid by split payment. */
export function taxedFor(
  stated: VatStatus,
  categories: readonly CategoryTax[],
  { reverseCharge, isSplitPayment }: { readonly reverseCharge: ReverseCharge | null; readonly isSplitPayment: boolean },
): OrderVatStatuses {
  const statuses = vatStatuses(stated, categories, reverseCharge)
  return isSplitPayment && !isExempt(statuses.order) ? { ...statuses, order: notCharged(stated) } : statuses
}
