import type { PaymentMethod, PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { Case } from './cases.ts'

/** A provider as its suite takes it: how its payments are made, and which cases it cannot have. */
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
  /**
   * The buyer only agrees at the provider: the money is taken when Pay is pressed once more, by this call. Until then the order
   * stays open.
   */
  readonly takenByPay?: RegExp
  /** It knows no keys for refunds: one without an answer is left to a person. */
  readonly isRefundSentOnce?: true
  /** The setting by which messages are known to be genuine. */
  readonly messageSecret?: string
  /** Cases that cannot come up with it, or that it does not report, with the reason. */
  readonly untold: Partial<Record<Case, string>>
}

const UNSIGNED = 'messages are not signed: each of them is a hint to ask'
const BY_PAY = 'nothing is taken before Pay is pressed once more: an order that is left just ends'
const SILENT = 'it sends no message'

export const STRIPE: Subject = {
  name: 'Stripe',
  proxy: 'STRIPE',
  method: 'CREDIT_CARD',
  kind: 'page',
  messageSecret: 'STRIPE_WEBHOOK_PAYMENT_KEY',
  untold: {},
}

const AT_ONCE = 'the money is taken while Pay is pressed: nothing is open afterwards'

/** Without strong authentication: the page gets a token of the card, and Pay charges it. */
export const STRIPE_TOKEN: Subject = {
  name: 'Stripe without authentication',
  proxy: 'STRIPE',
  method: 'CREDIT_CARD',
  kind: 'redirect',
  untold: {
    'paid, and not reported: the buyer has it checked': AT_ONCE,
    'paid, and not reported: the buyer never comes back': AT_ONCE,
    'paid, and the message comes late': AT_ONCE,
    'messages refused for a wrong secret, sent again by hand once it is mended': AT_ONCE,
    'the buyer comes back twice': AT_ONCE,
    'asked about ten times at once': AT_ONCE,
    'in a process whose time zone is not UTC': AT_ONCE,
    'the bank’s check failed, then paid': AT_ONCE,
    abandoned: AT_ONCE,
    'abandoned, and the provider never says that it has ended': AT_ONCE,
    'worked on for hours, then paid': AT_ONCE,
    'worked on, then failed': AT_ONCE,
    'given up for another way to pay': AT_ONCE,
    'paid by two methods in two tabs': AT_ONCE,
    'paid after the order was released': AT_ONCE,
    'paid after its time, with the seats still there': AT_ONCE,
    'paid after its time, and the seats are gone': AT_ONCE,
    'another sum': AT_ONCE,
    'another currency': AT_ONCE,
    'of the other mode, or another payment': AT_ONCE,
    'provider down while it is asked': AT_ONCE,
    'cancelled by the provider itself': AT_ONCE,
  },
}

export const MOLLIE: Subject = {
  name: 'Mollie',
  proxy: 'MOLLIE',
  method: 'CREDIT_CARD',
  kind: 'redirect',
  isOverOnceRefused: true,
  untold: {
    'messages refused for a wrong secret, sent again by hand once it is mended': UNSIGNED,
    'paid after its time, with the seats still there': 'its payments end before the order does',
  },
}

export const SAFERPAY: Subject = {
  name: 'Saferpay',
  proxy: 'SAFERPAY',
  method: 'CREDIT_CARD',
  kind: 'redirect',
  isNeverPolled: true,
  isOverOnceRefused: true,
  isRefundSentOnce: true,
  untold: {
    'messages refused for a wrong secret, sent again by hand once it is mended': UNSIGNED,
    'refunded in the provider’s back office': SILENT,
    disputed: SILENT,
    'a refund reported by a message before its answer': SILENT,
  },
}

export const PAYPAL: Subject = {
  name: 'PayPal',
  proxy: 'PAYPAL',
  method: 'PAYPAL',
  kind: 'redirect',
  takenByPay: /capture$/,
  messageSecret: 'PAYPAL_WEBHOOK_ID',
  untold: {
    'abandoned, and the provider never says that it has ended': BY_PAY,
    'paid by two methods in two tabs': BY_PAY,
    'paid after its time, with the seats still there': BY_PAY,
  },
}

export const SUBJECTS: readonly Subject[] = [STRIPE, STRIPE_TOKEN, MOLLIE, SAFERPAY, PAYPAL]
