import { type Principal, may } from '#domain/access/principal/principal.ts'
import {
  type ArrivedPayment,
  type ConfirmationRefusal,
  type OrganiserDecision,
  decideOrganiserConfirmation,
} from '#domain/payment/pay/organiser-confirmation.ts'
import { type Reservation, type ReservationId, proxyOf } from '#domain/order/reservation/reservation.ts'
import type { Shop } from '#server/catalog/context.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { ownerOf, offerOfReservation } from '#server/order/order/offer-of-reservation.ts'
import { type AlsoDone, confirmPaidElsewhere, confirmTransfer } from './finalize.ts'
import type { StatedBilling } from './stated-billing.ts'
import type { PaidElsewhere } from './paid-elsewhere.ts'

/** What the organiser states about the payment, and who gets a mail. */
export type OrganiserStatement = ArrivedPayment &
  PaidElsewhere & {
    readonly isBuyerWrittenTo: boolean
    readonly areHoldersWrittenTo: boolean
    readonly billing: StatedBilling | null
    /** Notes who says so, in the same transaction. */
    readonly note?: AlsoDone
  }

export type OrganiserConfirmation =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'refused'; readonly reason: ConfirmationRefusal }
  /** The reservation is of another organisation. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'unknown' }

/**
 * The organiser has the money of an order: of one that waits for its bank transfer, or of one that is PENDING or STUCK and
 * was paid elsewhere. The decision is made again on the order as it is when it is stored.
 */
export async function confirmByOrganiser(
  shop: Shop,
  id: ReservationId,
  { by, ...statement }: OrganiserStatement & { readonly by: Principal },
): Promise<OrganiserConfirmation> {
  const offer = await offerOfReservation(shop, id)
  if (offer && !may(by, 'manage-orders', { ...ownerOf(offer), eventId: offer.context.id })) return { kind: 'foreign' }
  const reservation = offer && (await findReservation(shop.db, id))
  if (!reservation) return { kind: 'unknown' }
  const decide = (order: Reservation): OrganiserDecision =>
    order.contact.email === ''
      ? { kind: 'refused', reason: 'details' }
      : decideOrganiserConfirmation({ ...order, proxy: proxyOf(order), due: order.price.total }, statement)
  const decision = decide(reservation)
  if (decision.kind === 'refused') return decision
  const outcome =
    decision.kind === 'transfer'
      ? await confirmTransfer(shop, id, { billing: statement.billing, ...(statement.note && { note: statement.note }) })
      : await confirmPaidElsewhere(shop, id, {
          isRight: order => decide(order.reservation).kind === 'by-hand',
          statement,
          recipients: statement,
          billing: statement.billing,
          ...(statement.note && { note: statement.note }),
        })
  return outcome === 'confirmed' ? { kind: 'confirmed' } : { kind: 'refused', reason: outcome }
}
