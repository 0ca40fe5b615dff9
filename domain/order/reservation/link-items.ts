import type { PlannedExtra } from './plan-order.ts'

/** One item of an extra, and the place of its ticket in the order of seats, from 0. */
export type LinkedItem = Omit<PlannedExtra, 'quantity'> & { readonly ticket: number }

/**
 * Gives each item of an extra to a ticket: one after the other in the order of seats, and from the first again when
 * there are more items than tickets. An item without a ticket of its own goes to the first (domain rules 3.2).
 */
export function linkItems(extras: readonly PlannedExtra[], tickets: number): LinkedItem[] {
  const given = new Map<PlannedExtra['serviceId'], number>()
  return extras.flatMap(({ quantity, ...extra }) =>
    Array.from({ length: quantity }, () => {
      const place = given.get(extra.serviceId) ?? 0
      given.set(extra.serviceId, place + 1)
      return { ...extra, ticket: extra.isForOrder ? 0 : place % tickets }
    }),
  )
}
