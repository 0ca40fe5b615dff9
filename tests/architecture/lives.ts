import { RESERVATION_STATUSES } from '#domain/order/reservation/states.ts'
import type { Words } from './status-mentions.ts'

/** What has a table of statuses and one of moves: which files may name its statuses, and which may write them. */
export type Life = Words & {
  /** Of the database: its rows are what lives. */
  readonly table: string
  /** Where its statuses are listed and compared with; no other file does it. */
  readonly domain: string
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
} as const satisfies Record<string, Life>
