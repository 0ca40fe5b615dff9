import type { Pass } from '#domain/catalog/catalog/pass.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { pricePasses } from '#domain/order/pricing/sell-passes.ts'
import type { Providers } from '#server/providers/registry/registry.ts'
import type { Due } from '#server/providers/port/terms.ts'
import { type Sale, judgeWays } from './judge-ways.ts'

/** What one pass costs with its VAT. */
export function dueForOnePass(pass: Pass): Due {
  const { total } = pricePasses({ source: pass.price, quantity: 1 }, pass.tax)
  return { amount: total, currency: pass.currency ?? NO_CURRENCY }
}

/** Does the pass cost something that no method can take, whatever the sum? Then it is not on sale yet. */
export function awaitsPaymentForPass(
  providers: Providers,
  { context: pass, settings }: Sale & { readonly context: Pass },
  now: Instant,
): boolean {
  if (dueForOnePass(pass).amount === 0n) return false
  const ways = judgeWays(providers, { context: pass, settings }, { categories: [], due: null, now })
  return ways.every(({ obstacle }) => obstacle !== null)
}
