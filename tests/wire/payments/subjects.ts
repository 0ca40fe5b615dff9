import type { PaymentMethod, PaymentProxy } from '#domain/payment/payment-method.ts'
import type { Case } from './cases.ts'

/** A provider as its suite takes it: how its payments are made, and what cannot be told of it. */
export type Subject = {
  readonly name: string
  readonly proxy: PaymentProxy
  readonly method: PaymentMethod
  /** `page`: begun by the page and confirmed once it is paid. `redirect`: Pay leads to the provider. */
  readonly kind: 'page' | 'redirect'
  /** It forbids to be asked again and again: what became of a payment is found out at a return, a message, and the end. */
  readonly isNeverPolled?: true
  /** A payment that was refused can't be paid any more: trying again is another payment. */
  readonly isOverOnceRefused?: true
  /** The setting by which messages are known to be genuine. */
  readonly messageSecret?: string
  /** Cases that cannot come up with it, or that it tells nobody of, with the reason. */
  readonly untold: Partial<Record<Case, string>>
}

const UNSIGNED = 'messages are not signed: each of them is a hint to ask'
const SILENT = 'it tells nobody'

export const STRIPE: Subject = {
  name: 'Stripe',
  proxy: 'STRIPE',
  method: 'CREDIT_CARD',
  kind: 'page',
  messageSecret: 'STRIPE_WEBHOOK_PAYMENT_KEY',
  untold: {},
}

export const SAFERPAY: Subject = {
  name: 'Saferpay',
  proxy: 'SAFERPAY',
  method: 'CREDIT_CARD',
  kind: 'redirect',
  isNeverPolled: true,
  isOverOnceRefused: true,
  untold: {
    'messages refused for a wrong secret, sent again by hand once it is mended': UNSIGNED,
    'refunded in the provider’s back office': SILENT,
    disputed: SILENT,
  },
}

export const SUBJECTS: readonly Subject[] = [STRIPE, SAFERPAY]
