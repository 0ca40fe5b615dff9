import type { Event } from '#contract/event.ts'
import type { ReservationInfo } from '#contract/reservation.ts'

/** The parts of a bank transfer. `owner` has one entry a line; empty parts are what the organiser has not set. */
export type TransferParts = {
  readonly amount: string
  readonly currency: string
  readonly account: string
  readonly owner: readonly string[]
  readonly reason: string
}

/** What the buyer transfers where. The order's short id is the payment reason (specification, booking 9). */
export function transferOf(
  { orderSummary, shortId }: Pick<ReservationInfo, 'orderSummary' | 'shortId'>,
  context: Pick<Event, 'currency' | 'bankAccount' | 'bankAccountOwner'>,
): TransferParts {
  return {
    amount: orderSummary.totalPrice,
    currency: context.currency ?? '',
    account: context.bankAccount.trim(),
    owner: context.bankAccountOwner.map(line => line.trim()).filter(line => line !== ''),
    reason: shortId,
  }
}
