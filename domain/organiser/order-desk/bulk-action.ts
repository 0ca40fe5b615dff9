import { type ReservationStatus, has } from '#domain/order/reservation/states.ts'

/** What is done with many orders at once. */
export const BULK_ACTIONS = ['confirm-transfer', 'resend', 'cancel', 'refund', 'tag'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/** What decides whether an order takes part. */
export type ChosenOrder = {
  readonly status: ReservationStatus
  readonly isErased: boolean
  /** A holder has been let in. */
  readonly isLetIn: boolean
  /** A provider has money of it that can go back. */
  readonly isMoneyLeft: boolean
}

/** Why an order is left out: each is tried again, and decided, when it is its turn. */
export type LeftOut = 'status' | 'ended' | 'erased' | 'let-in' | 'no-money'

/** Null: it takes part. */
export function leftOutOf(action: BulkAction, order: ChosenOrder): LeftOut | null {
  switch (action) {
    case 'confirm-transfer':
      return has(order, 'canTransferArrive') ? null : 'status'
    case 'resend':
      if (order.isErased) return 'erased'
      return has(order, 'isFinalized') && !has(order, 'isCancelled') ? null : 'status'
    case 'cancel':
      if (has(order, 'hasEnded')) return 'ended'
      if (order.isLetIn) return 'let-in'
      return has(order, 'isOpen') || has(order, 'canTransferArrive') || has(order, 'isComplete') ? null : 'status'
    case 'refund':
      if (!has(order, 'hasEnded') && order.isLetIn) return 'let-in'
      return order.isMoneyLeft ? null : 'no-money'
    case 'tag':
      return order.isErased ? 'erased' : null
    default:
      return action satisfies never
  }
}
