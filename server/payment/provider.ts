import type { Event } from '#domain/catalog/event.ts'
import type { Instant } from '#domain/instant.ts'
import type { PaymentMethod, PaymentProxy } from '#domain/payment/payment-method.ts'
import type { Settings } from '#server/setting/settings.ts'

/** What a provider may know about what is being paid for. */
export type Payable = { readonly event: Event; readonly settings: Settings; readonly now: Instant }

/** What the browser needs to offer a method; by the names of the wire (booking contract, PaymentParameters). */
export type PaymentParameters = Readonly<Record<string, string | number | boolean>>

/**
 * What a provider does when the buyer confirms. `settled`: nothing more to wait for, the tickets are good (and `isDue`
 * says whether the money is still to be taken at the desk). `awaits-transfer`: held until the money has arrived.
 */
export type PaymentAnswer =
  | { readonly kind: 'settled'; readonly isDue: boolean }
  | { readonly kind: 'awaits-transfer'; readonly until: Instant; readonly isDeferred: boolean }

/** A way to pay. Providers see no feature and no SQL; what they decide is recorded by pay.ts. */
export type PaymentProvider = {
  readonly proxy: PaymentProxy
  readonly method: PaymentMethod
  /** Parameters for the browser, or undefined while this provider can't be used for this purchase. */
  offer(payable: Payable): PaymentParameters | undefined
  pay(payable: Payable): PaymentAnswer
}
