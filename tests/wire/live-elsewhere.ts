import * as olderPaymentCalls from '#contract/older-payment-calls.ts'
import * as paymentCalls from '#contract/payment-calls.ts'
import * as reconciliationCalls from '#contract/reconciliation.ts'
import * as refundCalls from '#contract/refund.ts'
import * as reviewCalls from '#contract/payment-review.ts'
import type { Call } from '#contract/call.ts'

/** Those of check-in, attendees, online check-in, wallets, payments and refunds have a file of their own, `*-live.test.ts`. */
const ELSEWHERE_LIVE = new Set<unknown>(
  [paymentCalls, olderPaymentCalls, refundCalls, reviewCalls, reconciliationCalls].flatMap(calls =>
    Object.values<unknown>(calls),
  ),
)

export const isLiveElsewhere = (call: Call): boolean => ELSEWHERE_LIVE.has(call)
