import type { Instant } from '#domain/foundation/instant.ts'
import type { Minor } from '#domain/foundation/money/money.ts'

/** A movement of money: `reversed` is a refund that failed, or a dispute that was won. */
export type MovementKind = 'charge' | 'refund' | 'dispute'

type Movement = {
  readonly kind: MovementKind
  readonly at: Instant
  /** Above nothing, whichever way it went. */
  readonly amount: Minor
  readonly currency: string
  readonly fee: Minor | null
}

/** A line of the provider's books. */
export type BookedMovement = Movement & {
  readonly isReversed: boolean
  readonly reference: string
  readonly transactionId: string | null
}

/** What the shop knows of. */
export type OwnMovement<Order> = Movement & {
  /** By which the provider may call it. */
  readonly references: readonly string[]
  readonly transactionId: string
  readonly order: Order
  /** It happened on the day in question; others are here to be matched alone. */
  readonly isOfDay: boolean
}

export const RECONCILIATION_STATES = ['matched', 'amount-differs', 'only-there', 'only-here', 'not-told'] as const
export type ReconciliationState = (typeof RECONCILIATION_STATES)[number]

export type ReconciledLine<Order> = {
  readonly state: ReconciliationState
  readonly booked: BookedMovement | null
  readonly own: OwnMovement<Order> | null
}

/**
 * Holds a day of the provider's books against what the shop knows, in the order of time. A booking is found by its
 * reference, a charge also by the transaction that the provider keeps with it. Without books (null) only the shop's own
 * side is listed.
 */
export function reconcile<Order>(
  booked: readonly BookedMovement[] | null,
  own: readonly OwnMovement<Order>[],
): ReconciledLine<Order>[] {
  if (booked === null) {
    return inOrder(own.filter(({ isOfDay }) => isOfDay).map(one => ({ state: 'not-told', booked: null, own: one })))
  }
  const found = new Set<OwnMovement<Order>>()
  const lines = booked.map((booking): ReconciledLine<Order> => {
    const one = own.find(movement => isSameMovement(booking, movement))
    if (!one) return { state: 'only-there', booked: booking, own: null }
    found.add(one)
    const isSame = one.amount === booking.amount && one.currency === booking.currency
    return { state: isSame ? 'matched' : 'amount-differs', booked: booking, own: one }
  })
  const alone = own.filter(one => one.isOfDay && !found.has(one))
  return inOrder([...lines, ...alone.map(one => ({ state: 'only-here' as const, booked: null, own: one }))])
}

function isSameMovement<Order>(booking: BookedMovement, own: OwnMovement<Order>): boolean {
  if (booking.kind !== own.kind) return false
  if (own.references.includes(booking.reference)) return true
  return own.kind === 'charge' && booking.transactionId === own.transactionId
}

const timeOf = <Order>({ booked, own }: ReconciledLine<Order>): number => (booked ?? own)?.at ?? 0

const inOrder = <Order>(lines: readonly ReconciledLine<Order>[]): ReconciledLine<Order>[] =>
  lines.toSorted((a, b) => timeOf(a) - timeOf(b))
