import type { PaymentMethod } from '#domain/catalog/payment-method/payment-method.ts'
import { type Instant, after, days } from '#domain/foundation/instant.ts'

/** Issuers of cards book a refund within ten bank days, banks and wallets within five; in days of the calendar. */
const DAYS_OF_CARDS = 14
const DAYS_OF_OTHERS = 7

const CARDS: ReadonlySet<PaymentMethod> = new Set(['CREDIT_CARD', 'APPLE_PAY'])

/** By when a refund is usually on the buyer's account; `sentAt` is when it was sent, or decided. */
export function usuallyArrivedBy(method: PaymentMethod | null, sentAt: Instant): Instant {
  return after(sentAt, days(method !== null && CARDS.has(method) ? DAYS_OF_CARDS : DAYS_OF_OTHERS))
}
