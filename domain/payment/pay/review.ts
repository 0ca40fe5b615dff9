/**
 * Why a person has to look at a payment. OTHER_SUM: another sum or currency than was due has come. OTHER_PAYMENT: the
 * provider reports another payment than was begun, or of the other of live and test mode. NO_ANSWER: the provider does
 * not answer, and the order waits no longer. REFUND_FAILED: money that was to be refunded stayed where it was.
 * DISPUTE_OPEN: the buyer disputes the payment at the bank. DISPUTE_LOST: the bank has taken the money back.
 */
export const REVIEW_REASONS = [
  'OTHER_SUM',
  'OTHER_PAYMENT',
  'NO_ANSWER',
  'REFUND_FAILED',
  'DISPUTE_OPEN',
  'DISPUTE_LOST',
] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

/**
 * What waits for a provider, and needs a person only if that lasts. RESULT_UNKNOWN: it does not say what has become of a
 * payment. REFUND_WAITING: it has not refunded what it was asked to.
 */
export const WAITING_REASONS = ['RESULT_UNKNOWN', 'REFUND_WAITING'] as const

/** Nothing is left to find out of these once the order is paid, ended or confirmed by its organiser. */
export const ENDED_WITH_ORDER = ['OTHER_SUM', 'OTHER_PAYMENT', 'NO_ANSWER'] as const satisfies readonly ReviewReason[]

/** What an organiser reads about a payment. */
export type ReviewTopic = ReviewReason | 'DISPUTE_WON'

/** What each topic is called in its texts: its title, what is so, and what to do. */
export const REVIEW_NAMES = {
  OTHER_SUM: 'other-sum',
  OTHER_PAYMENT: 'other-payment',
  NO_ANSWER: 'no-answer',
  REFUND_FAILED: 'refund-failed',
  DISPUTE_OPEN: 'dispute-open',
  DISPUTE_LOST: 'dispute-lost',
  DISPUTE_WON: 'dispute-won',
} as const satisfies Record<ReviewTopic, string>
