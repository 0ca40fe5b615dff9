import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { printed } from '#domain/foundation/money/money.ts'
import type { Problem } from '#domain/foundation/problem.ts'
import { NOT_PAYABLE, totalNotPayable } from '#domain/order/reservation/selection-problems.ts'
import type { Providers } from '#server/providers/registry/registry.ts'
import type { Due } from '#server/providers/port/terms.ts'
import { type Sale, judgeWays } from './judge-ways.ts'

type Order = { readonly categories: readonly CategoryId[]; readonly due: Due; readonly now: Instant }

/**
 * Why no method takes this sum for these categories: because of the sum, or whatever it is (domain rules 4.5, rule 7).
 * Null where one does, and where nothing is due.
 */
export function paymentProblem(providers: Providers, sale: Sale, { categories, due, now }: Order): Problem | null {
  if (due.amount === 0n) return null
  const canPay = (sum: Due | null): boolean =>
    judgeWays(providers, sale, { categories, due: sum, now }).some(({ obstacle }) => obstacle === null)
  if (canPay(due)) return null
  return canPay(null) ? totalNotPayable(printed(due.amount, due.currency), due.currency) : NOT_PAYABLE
}
