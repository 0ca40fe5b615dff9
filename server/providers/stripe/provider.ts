import type { PaymentProvider } from '#server/providers/port/provider.ts'
import type { Own } from './account.ts'
import { bookings, follow, readRefund, sendRefund } from './after-payment.ts'
import { begin, missing, offer, takes } from './begin.ts'
import { check } from './check.ts'
import { call, cancel, read } from './pay.ts'
import { returns, webhooks } from './webhooks.ts'
import { longestPaymentMs } from './map-payment.ts'

/** Where Stripe is, absolute: its interface, and the script that browsers load. */
export type StripeAddresses = { readonly api: string; readonly script: string }

/**
 * Stripe. With authentication the page confirms a payment intent by Stripe's own form; without, a card's token is charged
 * (lifecycle B.2, B.3, and docs/providers/stripe.md).
 */
export function stripeProvider({ api, script }: StripeAddresses): PaymentProvider<Own> {
  return {
    proxy: 'STRIPE',
    offer: payable => offer(payable, script),
    missing,
    takes,
    begin,
    online: {
      call: attempt => call(api, attempt),
      longestPaymentMs,
      read: payment => read(api, payment),
      cancel: attempt => cancel(api, attempt),
      refunds: {
        isRepeatable: true,
        needs: ['account', 'hasFee', 'charge'],
        send: attempt => sendRefund(api, attempt),
        read: attempt => readRefund(api, attempt),
      },
      follow: payment => follow(api, payment),
      bookings: query => bookings(api, query),
      check: query => check(api, query),
      webhooks,
      returns,
    },
    read: () => ({ kind: 'paid', by: 'online' }),
  }
}
