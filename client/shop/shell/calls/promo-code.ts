import { checkDiscountPath, validateCodePath } from '#contract/paths.ts'
import type { DynamicDiscount, EventCode } from '#contract/promo-code.ts'
import type { CallResult } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import type { TicketCount } from './reserve.ts'

/** Asks whether a code is good now, be it held by the order that is to be replaced. */
export function validateCode(shortName: string, code: string, replaces?: string): Promise<CallResult<EventCode>> {
  return server().callWrapped('GET', validateCodePath, { params: { shortName }, query: { code, replaces } })
}

/** Asks what a selection is granted without a code; null: nothing. */
export function checkDiscount(
  shortName: string,
  tickets: readonly TicketCount[],
  signal: AbortSignal,
): Promise<CallResult<DynamicDiscount | null>> {
  return server().call('POST', checkDiscountPath, {
    params: { shortName },
    body: { reservation: tickets.map(({ categoryId, count }) => ({ ticketCategoryId: categoryId, amount: count })) },
    signal,
  })
}
