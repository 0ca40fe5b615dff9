import type { PaymentProvider } from '#server/providers/port/provider.ts'
import { type Own, missing } from './account.ts'
import { begin, offer, takes } from './begin.ts'
import { check, list } from './check.ts'
import { LONGEST_PAYMENT_MS, call, cancel, capture, read } from './pay.ts'
import { readRefund, sendRefund } from './after-payment.ts'
import { returns, webhooks } from './webhooks.ts'

/**
 * Saferpay's payment page (lifecycle B.5, and docs/providers/saferpay.md). `base` is where its interface is, absolute; null
 * where Saferpay itself is asked, in the live or the test environment as the organiser has it.
 */
export function saferpayProvider(base: string | null): PaymentProvider<Own> {
  return {
    proxy: 'SAFERPAY',
    offer,
    missing,
    takes,
    begin,
    online: {
      call: attempt => call(base, attempt),
      longestPaymentMs: () => LONGEST_PAYMENT_MS,
      isPaidOnItsPage: true,
      read: payment => read(base, payment),
      capture: attempt => capture(base, attempt),
      cancel: attempt => cancel(base, attempt),
      refunds: {
        isRepeatable: false,
        needs: ['live', 'customer', 'orderId', 'capture'],
        send: attempt => sendRefund(base, attempt),
        read: attempt => readRefund(base, attempt),
      },
      list: query => list(base, query),
      check: query => check(base, query),
      webhooks,
      returns,
    },
    read: () => ({ kind: 'paid', by: 'online' }),
  }
}
