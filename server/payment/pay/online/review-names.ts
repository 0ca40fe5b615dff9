import type { ReviewReason } from '#domain/payment/pay/review.ts'

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
