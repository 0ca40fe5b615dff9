import type { Category } from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import type { RedeemableCode } from '#domain/catalog/promo-code/redeemable-code.ts'
import { planOrder } from '#domain/order/reservation/plan-order.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Providers } from '#server/providers/registry/registry.ts'
import type { Due } from '#server/providers/port/terms.ts'
import { judgeWays } from './judge-ways.ts'

type Sale = { readonly offer: OfferedEvent; readonly now: Instant; readonly code?: RedeemableCode | undefined }

/** What one ticket of a category costs with all that comes with it; by the visitor's code where there is one. */
export function dueForOne(category: Category, { offer, now, code }: Sale): Due {
  const selection = { lines: [{ category, quantity: 1 }], services: [] }
  const { price } = planOrder(selection, { offer, now, code: code ?? null })
  return { amount: price.total, currency: offer.context.currency ?? NO_CURRENCY }
}

/**
 * What keeps a ticket of this category from being paid, whatever the sum: `AWAITED`, no way to pay works yet; `OVER`, none
 * works so shortly before the event. Null where one works, and for a ticket that costs nothing.
 */
export function lackOfPayment(providers: Providers, category: Category, sale: Sale): 'AWAITED' | 'OVER' | null {
  const { offer, now } = sale
  if (dueForOne(category, sale).amount === 0n) return null
  const ways = judgeWays(providers, offer, { categories: [category.id], due: null, now })
  if (ways.some(({ obstacle }) => obstacle === null)) return null
  return ways.length > 0 && ways.every(({ obstacle }) => obstacle?.kind === 'occasion') ? 'OVER' : 'AWAITED'
}
