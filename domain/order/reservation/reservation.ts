import type { PurchaseContextId } from '#domain/catalog/catalog/common-context.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import type { Currency } from '#domain/foundation/money/currency.ts'
import { type PaymentProxy, isChosenByBuyers, isPaidAtDesk } from '#domain/catalog/payment-method/payment-method.ts'
import type { ItemPrice, OrderPrice } from '#domain/order/pricing/price-order.ts'
import type { AppliedTax } from '#domain/catalog/price/vat.ts'
import type { DiscountRuleId } from '#domain/catalog/promo-code/promo-code.ts'
import type { PromoCodeId } from '#domain/catalog/promo-code/redeemable-code.ts'
import type { Billing } from './billing.ts'
import type { Contact } from './contact.ts'
import { type StatusWith, has } from './states.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import type { AdditionalServiceId } from '#domain/catalog/price/additional-service.ts'

/** A UUID v4. Who knows it may act on the reservation, so it is a secret: never logged in full, never indexed. */
export type ReservationId = string & { readonly brand: 'ReservationId' }

/** Undefined unless the text is a UUID in its usual form. */
export function reservationId(text: string): ReservationId | undefined {
  return isUuid(text) ? (text.toLowerCase() as ReservationId) : undefined
}

/**
 * By its status (states.ts), which `has` checks. A field that means something in some statuses only is on their
 * members: `has(reservation, 'isComplete')` knows when it was confirmed, and an open one has no provider that handles
 * its payment.
 */
export type Reservation = OpenReservation | ReservationUnderWay | CompleteReservation | EndedReservation

/** The buyer is filling in or about to pay. */
type OpenReservation = EveryReservation & { readonly status: StatusWith<'isOpen'> }

/** Pay has been pressed: it waits for a payment, the tickets or a transfer, or the payment's outcome is unknown. */
export type ReservationUnderWay = EveryReservation & Handled & { readonly status: StatusWith<'isUnderWay'> }

/** Its tickets are good. */
export type CompleteReservation = EveryReservation &
  Handled & {
    readonly status: StatusWith<'isComplete'>
    readonly confirmedAt: Instant
  }

/** The organiser has closed it. */
type EndedReservation = EveryReservation & Handled & { readonly status: StatusWith<'hasEnded'> }

type Handled = {
  /** Who handles the payment; NONE where nothing is to be paid, ADMIN where the organiser was paid elsewhere. */
  readonly proxy: PaymentProxy
}

/** What every reservation has. */
type EveryReservation = {
  readonly id: ReservationId
  readonly contextId: PurchaseContextId
  /** Until when it is held: the end of checkout, or of the wait for a bank transfer. */
  readonly validity: Instant
  readonly extendedMinutes: number
  /** Until when it was held at first, where that was not RESERVATION_TIMEOUT after it was made (latest-moment.ts). */
  readonly heldFirstUntil: Instant | null
  /** The pass that paid for tickets of it has ended, and the buyer has still to be shown that it costs more. */
  readonly isPassEndUnseen: boolean
  /** The ticket of another order whose move to a dearer category this one pays for; null: it pays for tickets of its own. */
  readonly changes: { readonly orderId: ReservationId; readonly ticketId: bigint } | null
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
  readonly pages: PageOptions
  readonly createdAt: Instant
}

/** What an organiser who has begun the order wants its pages to leave out, or to keep as it is. */
export type PageOptions = {
  /** Where the order is shown inside of another site. */
  readonly isContactHidden: boolean
  readonly areButtonsHidden: boolean
  readonly isEmailLocked: boolean
}

export const USUAL_PAGES: PageOptions = { isContactHidden: false, areButtonsHidden: false, isEmailLocked: false }

/** What buyers and organisers call an order: the first characters of its id, in capitals (lifecycle C.2). */
export function shortId({ id }: Pick<Reservation, 'id'>, length: number): string {
  return id.slice(0, length).toUpperCase()
}

/** Who handles the payment; null before the buyer has chosen. */
export function proxyOf(reservation: Reservation): PaymentProxy | null {
  return has(reservation, 'isOpen') ? null : reservation.proxy
}

/** Payment is still to come: by a bank transfer, or at the desk (domain rules 1.7). */
export function isNotYetPaid(reservation: Reservation): boolean {
  const proxy = proxyOf(reservation)
  return has(reservation, 'canTransferArrive') || (proxy !== null && isPaidAtDesk(proxy))
}

/** Complete, by a payment that went through the shop or is due at its desk (lifecycle C.1). */
export function isPaid(reservation: Reservation): boolean {
  return has(reservation, 'isComplete') && isChosenByBuyers(reservation.proxy)
}

/** One item of an extra in a reservation. */
export type BookedItem = {
  readonly id: bigint
  readonly serviceId: AdditionalServiceId
  /** Whose it is. */
  readonly ticketId: bigint
  readonly price: ItemPrice
}
