import { PASS_STATUSES } from '#domain/order/pass/bought-pass.ts'
import { RESERVATION_STATUSES } from '#domain/order/reservation/states.ts'
import { PAYMENT_STATUSES } from '#domain/payment/pay/payment-states.ts'
import { REFUND_STATUSES } from '#domain/payment/refund/refund-states.ts'
import { TICKET_STATUSES } from '#domain/ticket/ticket/states.ts'
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
  /**
   * The functions by which other statements write a status, because they change many tables at once: the first writes the
   * columns of a move, the second selects what it may move.
   */
  readonly parts?: readonly [moved: string, movable: string]
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
  ticket: {
    table: 'ticket',
    names: ['ticket', 'attendee', 'seat'],
    statuses: TICKET_STATUSES,
    shared: ['FREE', 'PENDING', 'TO_BE_PAID', 'ACQUIRED', 'CHECKED_IN', 'RELEASED', 'CANCELLED', 'EXPIRED'],
    domain: 'domain/ticket/ticket/',
    // What became of the former id of a ticket.
    elsewhere: ['server/ticket/ticket/former-ids.ts'],
    moves: 'server/order/order/move-tickets.ts',
    writes: 0,
    parts: ['movedTicket', 'movableTicket'],
    // Organisers add seats to an event.
    begins: ['server/organiser/event-editing/parts/seat-store.ts'],
    seen: { own: 5, others: 20 },
  },
  'bought pass': {
    table: 'bought_pass',
    names: ['bought_pass', 'bought', 'pass'],
    statuses: [...PASS_STATUSES, 'DELETED'],
    shared: [...PASS_STATUSES, 'DELETED'],
    domain: 'domain/order/pass/',
    moves: 'server/order/order/move-pass.ts',
    writes: 3,
    begins: ['server/order/stock/hold-pass.ts'],
    seen: { own: 5, others: 20 },
  },
} as const satisfies Record<string, Life>
