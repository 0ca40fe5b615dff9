import type { LoweringCode } from '#domain/catalog/promo-code/promo-code.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { findDiscountRule } from '#server/catalog/catalog/discounts.ts'
import { findCodeOfReservation } from '#server/catalog/promo-code/find-code.ts'

/** What lowers the price of an order: a code that was typed in, or a rule of the organiser. */
export type AppliedDiscount = LoweringCode

/**
 * Read as it was when the order was made: a code may have ended and a rule been retired since. An access code lowers no
 * price, so a rule may apply beside it.
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
