import { type Category, isOnSale } from '#domain/catalog/catalog/category.ts'
import { isServiceOnSale } from '#domain/catalog/catalog/offered-service.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Minor, printed, printedTotal } from '#domain/foundation/money/money.ts'
import { leastPrice } from '#domain/order/pricing/least-price.ts'
import { newTicket } from '#domain/order/pricing/price-order.ts'
import type { PromoCode } from '#domain/catalog/promo-code/promo-code.ts'
import { type RedeemableCode, codeForPricing } from '#domain/catalog/promo-code/redeemable-code.ts'
import { ruleFor } from '#domain/order/reservation/plan-order.ts'
import type * as wire from '#contract/event.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { titleByLanguage } from './present-services.ts'

type Facts = {
  readonly offer: OfferedEvent
  readonly now: Instant
  readonly code?: RedeemableCode | undefined
}

/** What one ticket of a category costs now, with its parts; empty where an event has no currency. */
export function presentLeastPrice(category: Category, facts: Facts): { readonly leastPrice?: wire.LeastPrice } {
  const { context: event } = facts.offer
  const { currency } = event
  if (currency === null) return {}
  const lowering = isOnSale(category, facts.now) ? codeFor(category, facts) : null
  const plain = leastOf(category, facts, null)
  const least = lowering === null ? plain : leastOf(category, facts, lowering)
  const print = (amount: Minor) => printed(amount, currency)
  return {
    leastPrice: {
      total: printedTotal(least.total, currency),
      before: least.total < plain.total ? print(plain.total) : null,
      ticket: print(least.ticket),
      fees: least.fees.map(({ id, amount }) => ({ title: titleOf(id, facts), amount: print(amount) })),
      vatOnTop: least.vatOnTop > 0n ? print(least.vatOnTop) : null,
    },
  }
}

/** The visitor's code, or the organiser's rule for a single ticket. */
function codeFor(category: Category, { offer, code }: Facts): PromoCode | null {
  const rule = ruleFor([{ category, quantity: 1 }], offer.discountRules, code ?? null)
  return rule ? rule.grants : codeForPricing(code)
}

function leastOf(category: Category, { offer, now }: Facts, code: PromoCode | null) {
  const isTaxed = offer.settings.flag('APPLY_TAX_TO_CATEGORY', category.id)
  const ticket = newTicket(category.id, category.price)
  return leastPrice({
    ticket: isTaxed ? ticket : { ...ticket, status: 'NONE' },
    onSale: offer.services.filter(service => isServiceOnSale(service, now)),
    code,
    tax: offer.context.tax,
  })
}

function titleOf(id: number, { offer }: Facts): Record<string, string> {
  const service = offer.services.find(offered => offered.id === id)
  if (!service) throw new Error(`extra ${id} has a price and is not offered`)
  return titleByLanguage(offer.context, service)
}
