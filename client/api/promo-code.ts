import { checkDiscountPath, pathTo, validateCodePath } from '#contract/paths.ts'
import type { DynamicDiscount, EventCode } from '#contract/promo-code.ts'
import type { ReservationForm } from '#contract/reserve.ts'
import type { Answer } from './answer.ts'
import type { TicketCount } from './reserve.ts'
import { shop } from './shop.ts'

/** Asks whether a code is good now, be it held by the order that is to be replaced. */
export function validateCode(shortName: string, code: string, replaces?: string): Promise<Answer<EventCode>> {
  return shop().callWrapped<EventCode>({ path: pathTo(validateCodePath, { shortName }), query: { code, replaces } })
}

/** Asks what a selection is granted without a code; null: nothing. */
export function checkDiscount(
  shortName: string,
  tickets: readonly TicketCount[],
  signal: AbortSignal,
): Promise<Answer<DynamicDiscount | null>> {
  const body: ReservationForm = {
    reservation: tickets.map(({ categoryId, count }) => ({ ticketCategoryId: categoryId, amount: count })),
  }
  return shop().call<DynamicDiscount | null>({
    method: 'POST',
    path: pathTo(checkDiscountPath, { shortName }),
    body,
    signal,
  })
}
