import { queryOptions } from '#client/frame/calls/use-query.tsx'
import { type CallResult, valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { withdrawalPath, withdrawalStatementPath } from '#contract/order-paths.ts'
import type { PassWithdrawal } from '#contract/withdrawal.ts'

/** Who withdraws, as it is typed. */
export type Statement = { readonly firstName: string; readonly lastName: string; readonly email: string }

/** Whether the contract of an order can be withdrawn from, and what would come back. */
export const withdrawalQuery = (reservationId: string) =>
  queryOptions({
    queryKey: ['withdrawal', reservationId],
    queryFn: ({ signal }) => valueOf(server().call('GET', withdrawalPath, { params: { reservationId }, signal })),
  })

/** Has the statement checked; nothing is done yet. */
export function stateWithdrawal(
  reservationId: string,
  statement: Statement,
): Promise<CallResult<PassWithdrawal | null>> {
  return server().callWrapped('POST', withdrawalStatementPath, { params: { reservationId }, body: statement })
}

/** Withdraws; `amount` is what the page has shown. */
export function confirmWithdrawal(
  reservationId: string,
  statement: Statement,
  amount: string,
): Promise<CallResult<PassWithdrawal | null>> {
  return server().callWrapped('POST', withdrawalPath, { params: { reservationId }, body: { ...statement, amount } })
}
