import type { PurchaseContextId } from '../catalog/event.ts'
import type { Instant } from '../instant.ts'
import type { Language } from '../language/texts.ts'
import type { Currency } from '../money/currency.ts'
import type { PaymentProxy } from '../payment/payment-method.ts'
import type { OrderPrice } from '../pricing/price-order.ts'
import type { AppliedTax } from '../pricing/vat.ts'
import type { DiscountRuleId } from '../promo-code/discount-rule.ts'
import type { PromoCodeId } from '../promo-code/redeemable-code.ts'
import type { Billing } from './billing.ts'
import type { Contact } from './contact.ts'
import { type ReservationStatus, has } from './states.ts'
import { isUuid } from '../uuid.ts'

/** A UUID v4. Whoever knows it may act on the reservation, so it is a secret: never logged in full, never indexed. */
export type ReservationId = string & { readonly brand: 'ReservationId' }

/** Undefined unless the text is a UUID in its usual form. */
export function reservationId(text: string): ReservationId | undefined {
  return isUuid(text) ? (text.toLowerCase() as ReservationId) : undefined
}

export type Reservation = {
  readonly id: ReservationId
  readonly contextId: PurchaseContextId
  readonly status: ReservationStatus
  /** Until when it is held: the end of checkout, or of the wait for a bank transfer. */
  readonly validity: Instant
  readonly extendedMinutes: number
  /** The details have been accepted ("validated booking information"). */
  readonly isValidated: boolean
  readonly language: Language
  readonly currency: Currency | null
  /** The event's when the seats were reserved; its status may change with the billing details (domain rules 1.2). */
  readonly tax: AppliedTax
  readonly price: OrderPrice
  /** The code that was typed in, whether it lowers the price or opens a category. */
  readonly promoCodeId: PromoCodeId | null
  /** The organiser's rule that lowers the price. */
  readonly discountRuleId: DiscountRuleId | null
  /** Empty texts until the buyer has filled them in. */
  readonly contact: Contact
  readonly customerReference: string | null
  readonly billing: Billing
  /** An invoice will be made, by what the buyer and the organiser want. */
  readonly isInvoiceRequested: boolean
  readonly proxy: PaymentProxy | null
  readonly createdAt: Instant
  readonly confirmedAt: Instant | null
}

/** What buyers and organisers call an order: the first characters of its id, in capitals (lifecycle C.2). */
export function shortId({ id }: Pick<Reservation, 'id'>, length: number): string {
  return id.slice(0, length).toUpperCase()
}

/** Payment is still to come: by a bank transfer, or at the desk (domain rules 1.7). */
export function isNotYetPaid(reservation: Pick<Reservation, 'status' | 'proxy'>): boolean {
  return has(reservation, 'canTransferArrive') || reservation.proxy === 'ON_SITE'
}

/** Complete, by a payment that went through the shop or is due at its desk (lifecycle C.1). */
export function isPaid(reservation: Pick<Reservation, 'status' | 'proxy'>): boolean {
  const { proxy } = reservation
  return has(reservation, 'isComplete') && proxy !== null && proxy !== 'NONE' && proxy !== 'ADMIN'
}
