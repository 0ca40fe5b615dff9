import { deskShares } from '#domain/door/check-in/desk-shares.ts'
import { type Minor, minor } from '#domain/foundation/money/money.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { ownAmounts } from '../store.ts'

/** What is paid at the desk for each ticket of these orders. */
export async function deskAmounts(
  on: Queryable,
  reservationIds: readonly string[],
): Promise<ReadonlyMap<bigint, Minor>> {
  const rows = await ownAmounts(on, [...new Set(reservationIds)])
  const amounts = new Map<bigint, Minor>()
  for (const tickets of Map.groupBy(rows, row => row.reservationId).values()) {
    const [first] = tickets
    if (first === undefined) continue
    const shares = deskShares(
      minor(first.total),
      tickets.map(({ own }) => minor(own)),
    )
    for (const [index, share] of shares.entries()) {
      const ticket = tickets[index]
      if (ticket) amounts.set(ticket.ticketId, share)
    }
  }
  return amounts
}
