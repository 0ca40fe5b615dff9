import type { PassSaleState, Subscription } from '#contract/subscription.ts'

/** What a visitor can do with a pass now; of an answer without it, what the number left says. */
export function passSaleStateOf({
  saleState,
  numAvailable,
}: Pick<Subscription, 'saleState' | 'numAvailable'>): PassSaleState {
  return saleState ?? (numAvailable > 0 ? 'ON_SALE' : 'SOLD_OUT')
}

/** Below this many the number left is pointed out. */
const FEW = 10

/** How many are left where that is worth saying. */
export function fewLeft({ numAvailable }: Pick<Subscription, 'numAvailable'>): number | undefined {
  return numAvailable > 0 && numAvailable < FEW ? numAvailable : undefined
}
