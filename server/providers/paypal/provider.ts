import type { PaymentProvider } from '#server/providers/port/provider.ts'
import { type Own, isAgreed, missing } from './account.ts'
import { takesCurrency } from './amounts.ts'
import { LONGER_MS, begin, offer } from './begin.ts'
import { check } from './check.ts'
import { connectionTo } from './client.ts'
import { follow, readRefund, sendRefund } from './after-payment.ts'
import { certificatesFrom } from './message-signature.ts'
import { call, cancel, read } from './pay.ts'
import { returns } from './returns.ts'
import { webhooksWith } from './webhooks.ts'

/**
 * PayPal's orders (lifecycle B.4, and docs/providers/paypal.md). `base` is where its interface is, absolute; null where PayPal
 * itself is asked, live or in the sandbox as the organiser has it.
 */
export function paypalProvider(base: string | null): PaymentProvider<Own> {
  const connection = connectionTo(base)
  return {
    proxy: 'PAYPAL',
    offer,
    missing,
    takes: takesCurrency,
    begin,
    online: {
      call: attempt => call(connection, attempt),
      longestPaymentMs: () => LONGER_MS,
      isPaidOnItsPage: true,
      read: payment => read(connection, payment),
      cancel: attempt => cancel(connection, attempt),
      refunds: {
        isRepeatable: true,
        needs: ['live', 'client', 'capture'],
        send: attempt => sendRefund(connection, attempt),
        read: attempt => readRefund(connection, attempt),
      },
      follow: payment => follow(connection, payment),
      isAgreed,
      check: query => check(connection, query),
      webhooks: webhooksWith(certificatesFrom(base)),
      returns,
    },
    read: () => ({ kind: 'paid', by: 'online' }),
  }
}
