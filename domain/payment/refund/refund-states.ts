/**
 * The life of a refund through a provider: its statuses, what holds in each, and the legal moves (lifecycle B.1).
 * WANTED: the provider is to be asked. PENDING: it has accepted. DONE: the money has gone back. FAILED: the money stayed
 * where it was, which a provider may find out days after it has said DONE.
 *
 * No other file lists the statuses or compares with one: code asks `refundHas`, SQL is written by
 * server/foundation/database/status-sql.ts, and tests/architecture/lives.test.ts holds both to it.
 */
export const REFUND_STATUSES = ['WANTED', 'PENDING', 'DONE', 'FAILED'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** What can be said of a status. A trait that is left out is false. */
type Traits = {
  /** The provider is to be asked about it: to make it, or what has become of it. */
  readonly isOpen?: true
  /** No answer of the provider is recorded yet. */
  readonly isUnanswered?: true
  /** The provider has accepted it, and has not said how it ended. */
  readonly isAccepted?: true
  /** By the word of the provider the money has gone back, or is on its way. */
  readonly isConfirmed?: true
  /** It has moved the money, or is about to. */
  readonly isRunning?: true
  /** The money has gone back. */
  readonly isDone?: true
  /** The money stayed where it was. */
  readonly hasFailed?: true
}

export const REFUND_TRAITS = [
  'isOpen',
  'isUnanswered',
  'isAccepted',
  'isConfirmed',
  'isRunning',
  'isDone',
  'hasFailed',
] as const satisfies readonly (keyof Traits)[]
export type RefundTrait = (typeof REFUND_TRAITS)[number]

const STATUSES: Readonly<Record<RefundStatus, Traits>> = {
  WANTED: { isOpen: true, isUnanswered: true, isRunning: true },
  PENDING: { isOpen: true, isAccepted: true, isConfirmed: true, isRunning: true },
  DONE: { isConfirmed: true, isRunning: true, isDone: true },
  FAILED: { hasFailed: true },
}

export const refundHas = ({ status }: { readonly status: RefundStatus }, trait: RefundTrait): boolean =>
  STATUSES[status][trait] === true

/** In the order of REFUND_STATUSES. */
export const refundsWith = (trait: RefundTrait): readonly RefundStatus[] =>
  REFUND_STATUSES.filter(status => refundHas({ status }, trait))

/** How a refund of the shop begins; one that was made at the provider begins as the provider reports it. */
export const FIRST_REFUND_STATUS = 'WANTED' satisfies RefundStatus

/** What a provider can report of a refund. */
export type ReportedRefundStatus = Exclude<RefundStatus, typeof FIRST_REFUND_STATUS>

/** `DELETED` is the end of the record of a refund at the provider that turns out to be one of the shop's. */
export type RefundEnd = 'DELETED'

/** The legal moves: never back, so that reports may come twice, late and out of order. */
export const REFUND_MOVES = {
  WANTED: ['PENDING', 'DONE', 'FAILED'],
  PENDING: ['DONE', 'FAILED', 'DELETED'],
  DONE: ['FAILED', 'DELETED'],
  FAILED: ['DELETED'],
} as const satisfies Record<RefundStatus, readonly (RefundStatus | RefundEnd)[]>

export function canRefundMove(from: RefundStatus, to: RefundStatus | RefundEnd): boolean {
  return (REFUND_MOVES[from] as readonly string[]).includes(to)
}

/** From where a status is reached, in the order of REFUND_STATUSES. */
export function refundsBefore(to: RefundStatus | RefundEnd): readonly RefundStatus[] {
  return REFUND_STATUSES.filter(from => canRefundMove(from, to))
}
