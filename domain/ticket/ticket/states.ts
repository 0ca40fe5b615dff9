/**
 * The statuses of a seat, what holds in each, and its moves. A seat that belongs to an order is a ticket (docs/glossary.md).
 * Source: domain rules 4.2 and lifecycle A.2.
 *
 * No other file lists statuses or compares with one: code asks `ticketHas`, SQL is written by
 * server/foundation/database/status-sql.ts, a status by server/order/order/move-tickets.ts, and
 * tests/architecture/lives.test.ts holds all others to it. docs/generated/ticket-states.md is drawn from here.
 */
export const SENT_TICKET_STATUSES = [
  'FREE',
  'PENDING',
  'TO_BE_PAID',
  'ACQUIRED',
  'CHECKED_IN',
  'RELEASED',
  'PRE_RESERVED',
  'INVALIDATED',
  'CANCELLED',
  'EXPIRED',
] as const

/** All of them: a seat that is BLOCKED is no ticket, and clients of the wire never read of it. */
export const TICKET_STATUSES = [...SENT_TICKET_STATUSES, 'BLOCKED'] as const

export type SentTicketStatus = (typeof SENT_TICKET_STATUSES)[number]
export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** What can be said of a status. A trait that is left out is false. */
type Traits = {
  /** One of the seats that the event has, on sale, sold or neither (domain rules 4.8). */
  readonly countsAsStock?: true
  /** On sale: an order can hold it (domain rules 4.1). */
  readonly isFree?: true
  /** Not on sale: an order had it, and the waiting list is served first (domain rules 6.3). */
  readonly isReleased?: true
  /** Not on sale: set aside for people who registered before sales (domain rules 6.3). */
  readonly isSetAside?: true
  /** Not on sale: an organiser holds it for later, for a purpose (decision 117). */
  readonly isBlocked?: true
  /** It is a ticket: an order has it, with category and price. The database checks it. */
  readonly isOfOrder?: true
  /** Of an order that is not complete; the arrival of a bank transfer may be awaited (domain rules 4.2). */
  readonly isHeld?: true
  /** Of a complete order: the door lists it (lifecycle F). */
  readonly isSold?: true
  /** Sold, and its holder is not in: a person at the door may let the holder in, who pays what is due (lifecycle F). */
  readonly canCheckIn?: true
  /** Sold, its holder is not in, and nothing is due: it opens the door and can be released (lifecycle E; domain rules 4.7). */
  readonly isAcquired?: true
  /** Sold, and to be paid at the desk (lifecycle B). */
  readonly isDueAtDesk?: true
  /** Its holder is in: the ticket takes part in polls, and its order can't be cancelled (domain rules 9; lifecycle A.3.12). */
  readonly isCheckedIn?: true
}

const IN_STOCK = { countsAsStock: true } as const
const OF_ORDER = { ...IN_STOCK, isOfOrder: true } as const
const SOLD = { ...OF_ORDER, isSold: true } as const

const STATUSES = {
  FREE: { ...IN_STOCK, isFree: true },
  PENDING: { ...OF_ORDER, isHeld: true },
  TO_BE_PAID: { ...SOLD, canCheckIn: true, isDueAtDesk: true },
  ACQUIRED: { ...SOLD, canCheckIn: true, isAcquired: true },
  CHECKED_IN: { ...SOLD, isCheckedIn: true },
  RELEASED: { ...IN_STOCK, isReleased: true },
  PRE_RESERVED: { ...IN_STOCK, isSetAside: true },
  BLOCKED: { ...IN_STOCK, isBlocked: true },
  INVALIDATED: {},
  CANCELLED: {},
  EXPIRED: {},
} as const satisfies Record<TicketStatus, Traits>

export const TICKET_TRAITS = [
  'countsAsStock',
  'isFree',
  'isReleased',
  'isSetAside',
  'isBlocked',
  'isOfOrder',
  'isHeld',
  'isSold',
  'canCheckIn',
  'isAcquired',
  'isDueAtDesk',
  'isCheckedIn',
] as const satisfies readonly (keyof Traits)[]

export type TicketTrait = (typeof TICKET_TRAITS)[number]

/** Has a ticket, or another value with its status, one of these traits? */
export function ticketHas({ status }: { readonly status: TicketStatus }, ...traits: readonly TicketTrait[]): boolean {
  const own: Traits = STATUSES[status]
  return traits.some(trait => own[trait] === true)
}

/** The statuses with one of these traits, in the order of TICKET_STATUSES. */
export function ticketsWith(...traits: readonly TicketTrait[]): readonly TicketStatus[] {
  return TICKET_STATUSES.filter(status => ticketHas({ status }, ...traits))
}

/** How every seat begins. */
export const FIRST_TICKET_STATUS = 'FREE' satisfies TicketStatus

/**
 * The legal moves by name. A bank transfer leaves seats PENDING until it arrives (domain rules 4.2). Nothing moves a seat to
 * CANCELLED or EXPIRED, which the contract names.
 */
export const TICKET_MOVES = {
  /** A buyer's order takes it (domain rules 4.1). */
  hold: { from: ['FREE'], to: ['PENDING'] },
  /** The order is complete; what is paid on site is due at the desk (domain rules 4.2). */
  sell: { from: ['PENDING'], to: ['ACQUIRED', 'TO_BE_PAID'] },
  /** The desk takes the payment (lifecycle F). */
  settle: { from: ['TO_BE_PAID'], to: ['ACQUIRED'] },
  /** The holder comes in (lifecycle F). */
  checkIn: { from: ['ACQUIRED'], to: ['CHECKED_IN'] },
  /** A check-in did not happen: the ticket is as it was sold (lifecycle F). */
  revertCheckIn: { from: ['CHECKED_IN'], to: ['ACQUIRED', 'TO_BE_PAID'] },
  /** It leaves its order, which ends or goes on without it (domain rules 4.2 and 4.7). */
  release: { from: ['PENDING', 'TO_BE_PAID', 'ACQUIRED'], to: ['RELEASED'] },
  /** The waiting list does not need it, or offers it: its order holds it next (domain rules 6.3). */
  putOnSale: { from: ['RELEASED', 'PRE_RESERVED'], to: ['FREE'] },
  /** Fewer people are registered than seats are set aside (domain rules 6.3). */
  putBack: { from: ['PRE_RESERVED'], to: ['FREE'] },
  /** The order in whose place another one is held had it, and the other one does not take it (decision 20). */
  takeOffSale: { from: ['FREE'], to: ['RELEASED'] },
  /** The waiting list keeps it for people who registered before sales (domain rules 6.3). */
  setAside: { from: ['FREE'], to: ['PRE_RESERVED'] },
  /** An organiser holds it for later (decision 117). */
  block: { from: ['FREE'], to: ['BLOCKED'] },
  /** It is not held any longer; the waiting list is served first (decision 117). */
  unblock: { from: ['BLOCKED'], to: ['RELEASED'] },
  /** An order of the organiser takes it next, in the same transaction (decision 117). */
  takeFromBlock: { from: ['BLOCKED'], to: ['FREE'] },
  /** The organiser lowers the capacity (domain rules 4.8). */
  invalidate: { from: ['FREE'], to: ['INVALIDATED'] },
} as const satisfies Record<string, { readonly from: readonly TicketStatus[]; readonly to: readonly TicketStatus[] }>

export type TicketMove = keyof typeof TICKET_MOVES

/** The statuses to which a move leads. */
export type TicketStatusAfter<Move extends TicketMove> = (typeof TICKET_MOVES)[Move]['to'][number]
