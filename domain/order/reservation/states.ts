/**
 * The statuses of a reservation, and what holds in each. What each status means to the buyer is in docs/glossary.md;
 * the legal moves are in `TRANSITIONS`. Source: lifecycle A.1.
 *
 * No other file lists statuses or compares with one: code asks `has`, SQL is written by
 * server/foundation/database/status-sql.ts, and tests/architecture/lives.test.ts holds both to it.
 */
export const RESERVATION_STATUSES = [
  'PENDING',
  'IN_PAYMENT',
  'EXTERNAL_PROCESSING_PAYMENT',
  'WAITING_EXTERNAL_CONFIRMATION',
  'OFFLINE_FINALIZING',
  'OFFLINE_PAYMENT',
  'DEFERRED_OFFLINE_PAYMENT',
  'FINALIZING',
  'COMPLETE',
  'STUCK',
  'CANCELLED',
  'CREDIT_NOTE_ISSUED',
] as const

export type ReservationStatus = (typeof RESERVATION_STATUSES)[number]

/** What can be said of a status. A trait that is left out is false. */
type Traits = {
  /** No other order can take its seats, extras and tokens. What ends an order releases them (domain rules 4.4). */
  readonly holdsSeats?: true
  /**
   * Its tickets have used its code: it is confirmed, or can become so without its buyer or the shop deciding again
   * (domain rules 2.3). A payment that is under way counts, so that two orders can't both be paid with the last use.
   */
  readonly countsAsUse?: true
  /** Details, extras and the hold can be changed, it can be cancelled, replaced and paid (lifecycle A.3.2 to A.3.5). */
  readonly isOpen?: true
  /** Not confirmed: it ends by itself, or by a payment that fails. Statistics call its tickets pending. */
  readonly mayLapse?: true
  /** Pay has done its work, so that Pay again is a success without effects (lifecycle A.3.5). */
  readonly isConfirmed?: true
  /** Pay has been pressed, and it is neither complete nor ended: it waits for an event or a person. */
  readonly isUnderWay?: true
  /** Its payment is with a provider, which has not reported the outcome yet. */
  readonly isBeingPaid?: true
  /** Its tickets, documents and mails are being produced, and that is tried until it works (lifecycle C.1). */
  readonly isFinalizing?: true
  /** A bank transfer is what it waits for, now or once it is finalized. */
  readonly awaitsTransfer?: true
  /** The arrival of its transfer can be confirmed (lifecycle A.3.10). */
  readonly canTransferArrive?: true
  /** Its transfer is due by a day stated to the buyer; a deferred transfer has none (lifecycle A.3.11). */
  readonly hasTransferDeadline?: true
  /** Its tickets are good: they open the door, go into wallets and can be passed on (booking contract 2). */
  readonly isComplete?: true
  /** It has been finalized, which is when documents are issued (lifecycle C.1). */
  readonly isFinalized?: true
  /**
   * Nothing moves it any more by the end of its event: a transfer that is still awaited is not. Elsewhere a payment is
   * under way, or a person has to look into it, so that the buyer is needed and the personal data are kept.
   */
  readonly isSettled?: true
  /** The organiser may say that it was paid elsewhere (lifecycle A.3.13). */
  readonly isPayableElsewhere?: true
  /** It is unknown whether the payment was taken: a person has to check (lifecycle A.3.8). */
  readonly needsOrganiser?: true
  /** Closed by the organiser; the row stays because of what was paid or invoiced (lifecycle A.3.12). */
  readonly hasEnded?: true
  /** Ended by the organiser without a credit note: the shop shows nothing of it any more (lifecycle A.3.12). */
  readonly isCancelled?: true
  /** Ended by a credit note, which is all the shop shows of it (lifecycle A.3.12). */
  readonly isCredited?: true
}

export const STATUS_TRAITS = [
  'holdsSeats',
  'countsAsUse',
  'isOpen',
  'mayLapse',
  'isConfirmed',
  'isUnderWay',
  'isBeingPaid',
  'isFinalizing',
  'awaitsTransfer',
  'canTransferArrive',
  'hasTransferDeadline',
  'isComplete',
  'isFinalized',
  'isSettled',
  'isPayableElsewhere',
  'needsOrganiser',
  'hasEnded',
  'isCancelled',
  'isCredited',
] as const satisfies readonly (keyof Traits)[]

export type StatusTrait = (typeof STATUS_TRAITS)[number]

/** The pages below a reservation's address; the names are the last part of the path. */
export type ReservationPage =
  | 'book'
  | 'overview'
  | 'waiting-payment'
  | 'deferred-payment'
  | 'processing-payment'
  | 'success'
  | 'not-found'
  | 'error'

type Status = Traits & {
  /** Where the buyer is led; an open one goes to the overview once its details are accepted (lifecycle A.1). */
  readonly page: ReservationPage
}

const HELD = { holdsSeats: true } as const
const BEING_PAID = { ...HELD, mayLapse: true, countsAsUse: true, isUnderWay: true, isBeingPaid: true } as const
const CONFIRMED = { ...HELD, isConfirmed: true, countsAsUse: true } as const
const FINALIZING = { ...CONFIRMED, isUnderWay: true, isFinalizing: true } as const
const FINALIZED = { ...CONFIRMED, isFinalized: true, isSettled: true } as const
const AWAITED = { ...FINALIZED, isUnderWay: true, awaitsTransfer: true, canTransferArrive: true } as const
const ENDED = { page: 'not-found', hasEnded: true, isFinalized: true, isSettled: true } as const

const STATUSES = {
  PENDING: { page: 'book', ...HELD, isOpen: true, mayLapse: true, isPayableElsewhere: true },
  IN_PAYMENT: { page: 'error', ...BEING_PAID },
  EXTERNAL_PROCESSING_PAYMENT: { page: 'processing-payment', ...BEING_PAID },
  WAITING_EXTERNAL_CONFIRMATION: { page: 'processing-payment', ...BEING_PAID },
  OFFLINE_FINALIZING: { page: 'waiting-payment', ...FINALIZING, awaitsTransfer: true },
  OFFLINE_PAYMENT: { page: 'waiting-payment', ...AWAITED, hasTransferDeadline: true },
  DEFERRED_OFFLINE_PAYMENT: { page: 'deferred-payment', ...AWAITED },
  FINALIZING: { page: 'success', ...FINALIZING },
  COMPLETE: { page: 'success', ...FINALIZED, isComplete: true },
  STUCK: {
    page: 'error',
    ...HELD,
    countsAsUse: true,
    isUnderWay: true,
    isPayableElsewhere: true,
    needsOrganiser: true,
  },
  CANCELLED: { ...ENDED, isCancelled: true },
  CREDIT_NOTE_ISSUED: { ...ENDED, isCredited: true },
} as const satisfies Record<ReservationStatus, Status>

type Table = typeof STATUSES

/** The statuses with a trait, as a type: `StatusWith<'isFinalizing'>` is `'OFFLINE_FINALIZING' | 'FINALIZING'`. */
export type StatusWith<Trait extends StatusTrait> = {
  [Name in ReservationStatus]: Table[Name] extends { readonly [Key in Trait]: true } ? Name : never
}[ReservationStatus]

/** Has a reservation, or whatever else has its status, a trait? The compiler then knows what else it has. */
export function has<Entity extends { readonly status: ReservationStatus }, Trait extends StatusTrait>(
  entity: Entity,
  trait: Trait,
): entity is Entity & { readonly status: StatusWith<Trait> } {
  const traits: Traits = STATUSES[entity.status]
  return traits[trait] === true
}

/** In the order of RESERVATION_STATUSES. */
export function statusesWith<Trait extends StatusTrait>(trait: Trait): readonly StatusWith<Trait>[] {
  return RESERVATION_STATUSES.filter((status): status is StatusWith<Trait> => has({ status }, trait))
}

function isReservationStatus(text: string): text is ReservationStatus {
  return Object.hasOwn(STATUSES, text)
}

/** The page of a status. */
export const pageOf = (status: ReservationStatus): ReservationPage => STATUSES[status].page

/** `DELETED` is the end of a reservation whose row goes away: later look-ups answer "not found". */
export type ReservationEnd = 'DELETED'

/**
 * The legal moves (lifecycle A.2). Every status is reachable from PENDING, and nothing leads on from the two that end it;
 * states.test.ts checks both, and the diagram in docs/generated/reservation-states.md is drawn from this table.
 */
export const TRANSITIONS = {
  PENDING: ['FINALIZING', 'OFFLINE_FINALIZING', 'IN_PAYMENT', 'EXTERNAL_PROCESSING_PAYMENT', 'DELETED'],
  IN_PAYMENT: ['FINALIZING', 'PENDING', 'STUCK'],
  EXTERNAL_PROCESSING_PAYMENT: ['WAITING_EXTERNAL_CONFIRMATION', 'FINALIZING', 'PENDING', 'STUCK', 'DELETED'],
  WAITING_EXTERNAL_CONFIRMATION: ['FINALIZING', 'PENDING', 'STUCK', 'DELETED'],
  OFFLINE_FINALIZING: ['OFFLINE_PAYMENT', 'DEFERRED_OFFLINE_PAYMENT'],
  OFFLINE_PAYMENT: ['COMPLETE', 'CANCELLED', 'CREDIT_NOTE_ISSUED', 'DELETED'],
  DEFERRED_OFFLINE_PAYMENT: ['COMPLETE', 'CANCELLED', 'CREDIT_NOTE_ISSUED', 'DELETED'],
  FINALIZING: ['COMPLETE'],
  COMPLETE: ['CANCELLED', 'CREDIT_NOTE_ISSUED', 'DELETED'],
  STUCK: ['FINALIZING', 'PENDING', 'CANCELLED', 'DELETED'],
  CANCELLED: [],
  CREDIT_NOTE_ISSUED: [],
} as const satisfies Record<ReservationStatus, readonly (ReservationStatus | ReservationEnd)[]>

/** How every reservation begins. */
export const FIRST_STATUS = 'PENDING' satisfies ReservationStatus

export function canMove(from: ReservationStatus, to: ReservationStatus | ReservationEnd): boolean {
  return (TRANSITIONS[from] as readonly string[]).includes(to)
}

/** From where a status is reached, in the order of RESERVATION_STATUSES. */
export function statusesBefore(to: ReservationStatus | ReservationEnd): readonly ReservationStatus[] {
  return RESERVATION_STATUSES.filter(from => canMove(from, to))
}

type ReservationState = { readonly status: string; readonly validatedBookingInformation: boolean }

/**
 * The page a reservation is shown on (specification, booking 2: reservation status routing). `undefined` means a lookup
 * that failed; it and every status that we don't know lead to not-found.
 */
export function pageOfStatus(state: ReservationState | undefined): ReservationPage {
  if (!state || !isReservationStatus(state.status)) return 'not-found'
  const { status, validatedBookingInformation } = state
  return has({ status }, 'isOpen') && validatedBookingInformation ? 'overview' : pageOf(status)
}

/**
 * The state of an order while its provider is asked: `charging` ends with the reply, `elsewhere` may take the buyer
 * away; `open`: nothing is taken before the buyer has come back and confirmed, so that all can still be changed.
 */
export const WHILE_PAYING = {
  open: 'PENDING',
  charging: 'IN_PAYMENT',
  elsewhere: 'EXTERNAL_PROCESSING_PAYMENT',
} as const satisfies Record<string, ReservationStatus>

export type WhilePaying = keyof typeof WHILE_PAYING

/** The provider works on the payment, and the buyer has nothing more to do. */
export const WAITING = 'WAITING_EXTERNAL_CONFIRMATION' as const satisfies ReservationStatus
