import type { PaymentProvider } from '../provider.ts'
import type { Own } from './account.ts'
import { begin, offer } from './begin.ts'
import { certificatesFrom } from './certificates.ts'
import { check } from './check.ts'
import { follow } from './follow.ts'
import { isAgreed } from './kept.ts'
import { call, cancel, look } from './pay.ts'
import { lookAtRefund, sendRefund } from './refunds.ts'
import { returns } from './returns.ts'
import { webhooksOf } from './webhooks.ts'

/**
 * PayPal's orders, captured by a second Pay (lifecycle B.4, and docs/providers/paypal.md). `base` is where its interface is,
 * absolute; null where PayPal itself is asked, live or in the sandbox as the organiser has it.
 */
export function paypalProvider(base: string | null): PaymentProvider<Own> {
  const place = { base, tokens: new Map() }
  return {
    proxy: 'PAYPAL',
    offer,
    begin,
    online: {
      call: attempt => call(place, attempt),
      look: payment => look(place, payment),
      cancel: attempt => cancel(place, attempt),
      refunds: {
        isRepeatable: true,
        send: attempt => sendRefund(place, attempt),
        look: attempt => lookAtRefund(place, attempt),
      },
      follow: payment => follow(place, payment),
      isAgreed,
      check: query => check(place, query),
      webhooks: webhooksOf(certificatesFrom(base)),
      returns,
    },
    read: () => ({ kind: 'paid' }),
  }
}
