import {
  type Minor,
  ZERO,
  fraction,
  greater,
  minor,
  minus,
  plus,
  product,
  roundHalfUp,
} from '#domain/foundation/money/money.ts'
import { NO_PERCENTAGE, type Percentage, percentOf, shareOf } from '#domain/foundation/money/percentage.ts'

const VAT_STATUSES = ['NONE', 'INCLUDED', 'NOT_INCLUDED'] as const
/** The buyer owes no VAT; CUSTOM_ when a policy of the organiser has decided so for one ticket. */
const EXEMPT_VAT_STATUSES = [
  'INCLUDED_EXEMPT',
  'NOT_INCLUDED_EXEMPT',
  'CUSTOM_INCLUDED_EXEMPT',
  'CUSTOM_NOT_INCLUDED_EXEMPT',
] as const
/** Split payment: the VAT is shown, and the buyer pays it to the tax office. */
const NOT_CHARGED_VAT_STATUSES = ['INCLUDED_NOT_CHARGED', 'NOT_INCLUDED_NOT_CHARGED'] as const
export const APPLIED_VAT_STATUSES = [...VAT_STATUSES, ...EXEMPT_VAT_STATUSES, ...NOT_CHARGED_VAT_STATUSES] as const

/** How an organiser states prices: untaxed, tax contained in the price, or tax added to it (domain rules 1.2). */
export type VatStatus = (typeof VAT_STATUSES)[number]

/** What an order or one of its tickets has once the billing details are known. */
export type AppliedVatStatus = (typeof APPLIED_VAT_STATUSES)[number]

export type Tax = { readonly status: VatStatus; readonly percentage: Percentage }
export type AppliedTax = { readonly status: AppliedVatStatus; readonly percentage: Percentage }

export const UNTAXED: Tax = { status: 'NONE', percentage: NO_PERCENTAGE }

/** What an amount costs, and the VAT stated with it: never negative, nothing when exempt (domain rules 13, Q4). */
export type Taxed = { readonly vat: Minor; readonly final: Minor }

/** Charges an amount by the table of domain rules 1.2; its VAT is rounded once, here. */
export function taxed(amount: Minor, tax: AppliedTax): Taxed {
  const figure = vatOn(amount, tax)
  const vat = greater(figure, ZERO)
  switch (tax.status) {
    case 'NONE':
    case 'NOT_INCLUDED_EXEMPT':
    case 'CUSTOM_NOT_INCLUDED_EXEMPT':
      return { vat: ZERO, final: amount }
    case 'INCLUDED_EXEMPT':
    case 'CUSTOM_INCLUDED_EXEMPT':
      return { vat: ZERO, final: minus(amount, figure) }
    case 'INCLUDED':
    case 'NOT_INCLUDED_NOT_CHARGED':
      return { vat, final: amount }
    case 'NOT_INCLUDED':
      return { vat, final: plus(amount, vat) }
    case 'INCLUDED_NOT_CHARGED':
      return { vat, final: minus(amount, vat) }
    default:
      return tax.status satisfies never
  }
}

/** What is left of the organiser's price without VAT (domain rules 1.4): 10 x 10.00 incl. 21 % are 82.64 net. */
export function withoutVat(amount: Minor, tax: AppliedTax): Minor {
  return STATED[tax.status] === 'INCLUDED' ? minus(amount, vatOn(amount, tax)) : amount
}

export function isExempt(status: AppliedVatStatus): boolean {
  return status.endsWith('_EXEMPT')
}

/** How the prices behind a status are stated. */
export const statedStatus = (status: AppliedVatStatus): VatStatus => STATED[status]

const STATED = {
  NONE: 'NONE',
  INCLUDED: 'INCLUDED',
  INCLUDED_EXEMPT: 'INCLUDED',
  CUSTOM_INCLUDED_EXEMPT: 'INCLUDED',
  INCLUDED_NOT_CHARGED: 'INCLUDED',
  NOT_INCLUDED: 'NOT_INCLUDED',
  NOT_INCLUDED_EXEMPT: 'NOT_INCLUDED',
  CUSTOM_NOT_INCLUDED_EXEMPT: 'NOT_INCLUDED',
  NOT_INCLUDED_NOT_CHARGED: 'NOT_INCLUDED',
} as const satisfies Record<AppliedVatStatus, VatStatus>

/**
 * The VAT in or on an amount, charged or not, rounded half up to the currency's smallest unit (domain rules 1.2 and 13,
 * Q1). Contained tax is `x - x / (1 + p/100)`, added tax `x * p/100`.
 */
function vatOn(amount: Minor, { status, percentage }: AppliedTax): Minor {
  const stated = STATED[status]
  switch (stated) {
    case 'NONE':
      return ZERO
    case 'INCLUDED': {
      const { numerator, denominator } = shareOf(percentage)
      return minor(roundHalfUp(product(fraction(amount), fraction(numerator, denominator + numerator))))
    }
    case 'NOT_INCLUDED':
      return percentOf(amount, percentage)
    default:
      return stated satisfies never
  }
}
