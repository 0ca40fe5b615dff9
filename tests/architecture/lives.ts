import { RESERVATION_STATUSES } from '#domain/order/reservation/states.ts'
import { PAYMENT_STATUSES } from '#domain/payment/pay/payment-states.ts'
import { REFUND_STATUSES } from '#domain/payment/refund/refund-states.ts'
import type { Words } from './status-mentions.ts'

/** What has a table of statuses and one of moves: which files may name its statuses, and which may write them. */
export type Life = Words & {
  /** Of the database: its rows are what lives. */
  readonly table: string
  /** Where its statuses are listed and compared with; no other file does it. */
  readonly domain: string
  /** Files in which a word of `shared` is the status of what is no table. */
  readonly elsewhere?: readonly string[]
  /** The only file that writes a status or deletes a row. */
  readonly moves: string
  /** How many of its statements do. */
  readonly writes: number
  /** The files that insert rows, where that is not the one of the moves. */
  readonly begins: readonly string[]
  /** At least so many mentions are found in all, so that a test that sees nothing fails. */
  readonly seen: { readonly own: number; readonly others: number }
}

export const LIVES = {
  reservation: {
    table: 'reservation',
    names: ['reservation'],
    statuses: [...RESERVATION_STATUSES, 'DELETED'],
    shared: ['PENDING', 'COMPLETE', 'CANCELLED', 'CREDIT_NOTE_ISSUED'],
    domain: 'domain/order/reservation/',
    moves: 'server/order/order/move-reservation.ts',
    writes: 3,
    // Reservations begin where seats or a pass are held, in one statement with them.
    begins: ['server/order/stock/hold-pass.ts', 'server/order/stock/hold-seats.ts'],
    seen: { own: 15, others: 20 },
  },
  payment: {
    table: 'payment_transaction',
    names: ['payment_transaction', 'payment'],
    statuses: [...PAYMENT_STATUSES, 'DELETED'],
    shared: ['PENDING', 'COMPLETE', 'FAILED', 'CANCELLED', 'DELETED'],
    domain: 'domain/payment/pay/payment-states.ts',
    moves: 'server/order/order/move-payment.ts',
    writes: 6,
    begins: [],
    seen: { own: 5, others: 20 },
  },
  refund: {
    table: 'payment_refund',
    names: ['payment_refund', 'refund'],
    statuses: [...REFUND_STATUSES, 'DELETED'],
    shared: ['PENDING', 'DONE', 'FAILED', 'DELETED'],
    domain: 'domain/payment/refund/refund-states.ts',
    // The state of a withdrawal, too, can be DONE.
    elsewhere: ['client/shop/checkout/pass/withdrawal/'],
    moves: 'server/payment/pay/online/move-refund.ts',
    writes: 4,
    begins: [],
    seen: { own: 3, others: 20 },
  },
} as const satisfies Record<string, Life>
