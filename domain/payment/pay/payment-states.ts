/**
 * The life of a payment: its statuses, what holds in each, and the legal moves. Source: lifecycle B.1, and RETURNED ours.
 * PENDING: the order is to be paid by it. INVALID: it is not, because another payment has taken its place or the order
 * is gone. FAILED and CANCELLED: it has ended without money. COMPLETE: it has paid the order. RETURNED: money came that
 * no order could take any more, and is refunded.
 *
 * No other file lists the statuses or compares with one: code asks `paymentHas`, SQL is written by
 * server/foundation/database/status-sql.ts, and tests/architecture/lives.test.ts holds both to it.
 */
export const PAYMENT_STATUSES = ['PENDING', 'COMPLETE', 'FAILED', 'CANCELLED', 'INVALID', 'RETURNED'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** What can be said of a status. A trait that is left out is false. */
type Traits = {
  /** Its order is to be paid by it. Whether its provider may still take money for it is a column of its own. */
  readonly isOpen?: true
  /** An order has at most one of these; it is the one that is shown. */
  readonly isCurrent?: true
  /** Money has come by it. */
  readonly hasMoney?: true
  /** Its money is the order's. */
  readonly hasPaid?: true
  /** Its money goes back to the buyer, because no order could take it. */
  readonly isReturned?: true
  /** It ended without money, and the provider or the bank said no. */
  readonly hasFailed?: true
  /** The shop gave it up; it stays so once its provider takes no more money for it. */
  readonly isVoid?: true
}

export const PAYMENT_TRAITS = [
  'isOpen',
  'isCurrent',
  'hasMoney',
  'hasPaid',
  'isReturned',
  'hasFailed',
  'isVoid',
] as const satisfies readonly (keyof Traits)[]
export type PaymentTrait = (typeof PAYMENT_TRAITS)[number]

const STATUSES: Readonly<Record<PaymentStatus, Traits>> = {
  PENDING: { isOpen: true, isCurrent: true },
  COMPLETE: { isCurrent: true, hasMoney: true, hasPaid: true },
  FAILED: { hasFailed: true },
  CANCELLED: {},
  INVALID: { isVoid: true },
  RETURNED: { hasMoney: true, isReturned: true },
}

export const paymentHas = ({ status }: { readonly status: PaymentStatus }, trait: PaymentTrait): boolean =>
  STATUSES[status][trait] === true

/** In the order of PAYMENT_STATUSES. */
export const paymentsWith = (trait: PaymentTrait): readonly PaymentStatus[] =>
  PAYMENT_STATUSES.filter(status => paymentHas({ status }, trait))

/** Those by which money has come. */
export type PaymentWithMoney = Extract<PaymentStatus, 'COMPLETE' | 'RETURNED'>

/** How a payment begins: at a provider or as an awaited transfer, or paid at the desk or to the organiser. */
export const FIRST_PAYMENT_STATUSES = ['PENDING', 'COMPLETE'] as const satisfies readonly PaymentStatus[]

/** `DELETED` is the end of a payment that was never begun at a provider, when its order is deleted. */
export type PaymentEnd = 'DELETED'

/**
 * The legal moves. Money may come for a payment that has ended, and pays its order or is returned; a provider that was
 * thought to take no more money and has some reserved is asked again, so that a failed payment may end as cancelled and
 * the other way round. Of those that have money only one moves: a payment at the desk, where a ticket is due again.
 */
export const PAYMENT_MOVES = {
  PENDING: ['COMPLETE', 'RETURNED', 'FAILED', 'CANCELLED', 'INVALID', 'DELETED'],
  COMPLETE: ['CANCELLED'],
  FAILED: ['COMPLETE', 'RETURNED', 'CANCELLED', 'DELETED'],
  CANCELLED: ['COMPLETE', 'RETURNED', 'FAILED', 'DELETED'],
  INVALID: ['COMPLETE', 'RETURNED', 'DELETED'],
  RETURNED: [],
} as const satisfies Record<PaymentStatus, readonly (PaymentStatus | PaymentEnd)[]>

export function canPaymentMove(from: PaymentStatus, to: PaymentStatus | PaymentEnd): boolean {
  return (PAYMENT_MOVES[from] as readonly string[]).includes(to)
}

/** From where a status is reached, in the order of PAYMENT_STATUSES. */
export function paymentsBefore(to: PaymentStatus | PaymentEnd): readonly PaymentStatus[] {
  return PAYMENT_STATUSES.filter(from => canPaymentMove(from, to))
}

/** A payment ends without money: its provider or the bank has said no, or its buyer has gone away. */
export type EndWithoutMoney = 'FAILED' | 'CANCELLED'

/** The status of a payment whose provider takes no more money for it; a void one stays so. */
export const statusAtEnd = (payment: { readonly status: PaymentStatus }, end: EndWithoutMoney): PaymentStatus =>
  paymentHas(payment, 'isVoid') ? payment.status : end
