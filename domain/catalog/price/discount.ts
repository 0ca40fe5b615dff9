import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import { type Minor, ZERO, lesser } from '#domain/foundation/money/money.ts'
import { percentOf } from '#domain/foundation/money/percentage.ts'
import { type PromoCode, isForCategory } from '#domain/catalog/promo-code/promo-code.ts'
import type { ServiceType } from './additional-service.ts'

/** Off one ticket, never more than its price (domain rules 1.4). A percentage is rounded for each ticket. */
export function discountOnTicket(code: PromoCode | null, { source, categoryId }: Discountable): Minor {
  if (code === null || code.codeType === 'ACCESS' || !isForCategory(code, categoryId)) return ZERO
  const { discount } = code
  switch (discount.kind) {
    case 'PERCENTAGE':
      return lesser(source, percentOf(source, discount.percentage))
    case 'FIXED_AMOUNT':
      return lesser(source, discount.amount)
    case 'FIXED_AMOUNT_RESERVATION':
      return ZERO
    default:
      return discount satisfies never
  }
}

type Discountable = { readonly source: Minor; readonly categoryId: CategoryId }

/**
 * Off one item of an extra: only a percentage that was typed in reduces supplements, also when the code is limited to
 * categories; donations never (domain rules 2.4; 13, Q7).
 */
export function discountOnService(code: PromoCode | null, service: { source: Minor; type: ServiceType }): Minor {
  if (!isForServices(code) || service.type === 'DONATION') return ZERO
  return lesser(service.source, percentOf(service.source, code.discount.percentage))
}

export function isForServices(code: PromoCode | null): code is PercentageCode {
  return code?.codeType === 'DISCOUNT' && code.discount.kind === 'PERCENTAGE'
}

type PercentageCode = Extract<PromoCode, { codeType: 'DISCOUNT' }> & {
  readonly discount: { readonly kind: 'PERCENTAGE' }
}

/** Off the whole order, once, before it is capped (domain rules 1.5). */
export function discountOnOrder(code: PromoCode | null): Minor {
  if (code === null || code.codeType === 'ACCESS') return ZERO
  return code.discount.kind === 'FIXED_AMOUNT_RESERVATION' ? code.discount.amount : ZERO
}
