import { type ReservationStatus, type StatusTrait, has } from '#domain/order/reservation/states.ts'

/**
 * How the desk sorts orders: UNKNOWN: it is unknown whether its payment was taken. AWAITED: a transfer is awaited. OPEN: its
 * buyer fills it in or pays. ENDED: cancelled or credited. COMPLETE: its tickets are good, or are being made.
 */
export const ORDER_GROUPS = ['UNKNOWN', 'AWAITED', 'OPEN', 'ENDED', 'COMPLETE'] as const
export type OrderGroup = (typeof ORDER_GROUPS)[number]

/** The first group whose trait an order has, in this order; SQL is written from the same table. */
export const GROUP_TRAITS = [
  ['UNKNOWN', 'needsOrganiser'],
  ['AWAITED', 'awaitsTransfer'],
  ['OPEN', 'mayLapse'],
  ['ENDED', 'hasEnded'],
] as const satisfies readonly (readonly [OrderGroup, StatusTrait])[]

export function orderGroup(status: ReservationStatus): OrderGroup {
  return GROUP_TRAITS.find(([, trait]) => has({ status }, trait))?.[0] ?? 'COMPLETE'
}
