import { accessTokens } from '#server/providers/port/access-tokens.ts'
import type { PaymentProvider } from '#server/providers/port/provider.ts'
import { type Own, missing } from './account.ts'
import { bookings, follow, readRefund, sendRefund } from './after-payment.ts'
import { begin, offer } from './begin.ts'
import { check, list } from './check.ts'
import type { Mollie } from './client.ts'
import { LONGEST_PAYMENT_MS } from './map-payment.ts'
import { takesCurrency } from './methods.ts'
import { call, cancel, read } from './pay.ts'
import { returns, webhooks } from './webhooks.ts'

/**
 * Mollie: Pay leads to its page, by the organiser's own key or by the platform for the organiser (lifecycle B.5, and
 * docs/providers/mollie.md). `base` is where its interface is, without the version.
 */
export function mollieProvider(base: string): PaymentProvider<Own> {
  const mollie: Mollie = { base, tokens: accessTokens() }
  return {
    proxy: 'MOLLIE',
    offer,
    missing,
    takes: takesCurrency,
    begin,
    online: {
      call: attempt => call(mollie, attempt),
      longestPaymentMs: () => LONGEST_PAYMENT_MS,
      isPaidOnItsPage: true,
      read: payment => read(mollie, payment),
      cancel: attempt => cancel(mollie, attempt),
      refunds: {
        isRepeatable: true,
        needs: ['mode', 'profileId', 'payment'],
        send: attempt => sendRefund(mollie, attempt),
        read: attempt => readRefund(mollie, attempt),
      },
      follow: payment => follow(mollie, payment),
      list: query => list(mollie, query),
      bookings: query => bookings(mollie, query),
      check: query => check(mollie, query),
      webhooks,
      returns,
    },
    read: () => ({ kind: 'paid', by: 'online' }),
  }
}
