import type { LoweringCode } from '#domain/promo-code/promo-code.ts'
import type { Reservation } from '#domain/reservation/reservation.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { findDiscountRule } from '#server/catalog/catalog/promo-code/discount-rules.ts'
import { findCodeOfReservation } from '#server/catalog/promo-code/find-code.ts'

/** What lowers the price of an order: a code that was typed in, or a rule of the organiser. */
export type AppliedDiscount = LoweringCode

/**
 * Read as the order was made by it: a code may be over and a rule retired since. An access code lowers nothing, so that
 * a rule may stand beside it.
 */
export async function discountOf(on: Queryable, reservation: Reservation): Promise<AppliedDiscount | null> {
  const { promoCodeId, discountRuleId, currency } = reservation
  if (discountRuleId !== null) {
    const rule = await findDiscountRule(on, discountRuleId, currency)
    if (!rule) throw new Error(`discount rule ${discountRuleId} of a reservation is gone`)
    return rule.grants
  }
  if (promoCodeId === null) return null
  const { promo } = await findCodeOfReservation(on, promoCodeId)
  return promo.codeType === 'ACCESS' ? null : promo
}
