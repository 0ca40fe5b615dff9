import type { Instant } from '#domain/foundation/instant.ts'
import type { BoughtPassId } from '#domain/order/pass/bought-pass.ts'
import type { TicketToGive } from '#domain/order/pass/use-pass.ts'
import { FREE_OF_CHARGE } from '#domain/catalog/payment-method/payment-method.ts'
import { holdUntil } from '#domain/order/reservation/hold.ts'
import type { Reservation, ReservationId } from '#domain/order/reservation/reservation.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { type OrderOutcome, answerOf, firstSkipping, holdParts } from '#server/order/stock/hold-order.ts'
import { limitWaiting, newReservationId } from '#server/order/stock/hold-seats.ts'
import { nameOrder } from '#server/order/order/name-order.ts'
import { findReservation } from '#server/order/order/reservations.ts'
import { beginPayment } from '#server/payment/pay/begin-payment.ts'
import { applyBoughtPass } from './apply-pass.ts'
import { lockOwner } from './owner-store.ts'

type Giving = {
  readonly offer: OfferedEvent
  readonly pass: BoughtPassId
  readonly ticket: TicketToGive
  readonly now: Instant
}

/** `not-due`: the owner has got or released one meanwhile, or another process has locked the pass. */
type GenerationResult =
  | { readonly kind: 'given'; readonly id: ReservationId }
  | { readonly kind: 'not-due' }
  | { readonly kind: Exclude<OrderOutcome, 'held'> }

/**
 * Orders a ticket for the owner of a pass that pays for it, and confirms the order, which is left to be finished: as if the
 * owner had done so, step by step, in one transaction. It takes the pass and then what any order takes.
 */
export async function giveTicket(shop: Shop, giving: Giving): Promise<GenerationResult> {
  try {
    return await firstSkipping(locking =>
      transaction(shop.db, async tx => {
        await limitWaiting(tx)
        const { offer, pass, ticket, now } = giving
        const { context: event, settings } = offer
        const person = await lockOwner(tx, pass, { eventId: event.id, categoryId: ticket.category.id })
        if (!person) return { kind: 'not-due' }
        const id = newReservationId()
        const validity = holdUntil(now, settings.number('RESERVATION_TIMEOUT'))
        const { language } = person
        await holdParts(tx, { ...ticket.plan, id, event, language, now, validity, visit: null }, { locking })
        await nameOrder(tx, id, person, { isValidated: true })
        await payWithPass(tx, shop, id, giving)
        return { kind: 'given', id }
      }),
    )
  } catch (error) {
    return { kind: answerOf(error) }
  }
}

async function payWithPass(tx: Tx, shop: Shop, id: ReservationId, { offer, pass, now }: Giving): Promise<void> {
  const use = { pass, now, validAt: offer.context.startsAt, isGenerated: true }
  const used = await applyBoughtPass(tx, shop, { reservation: await orderOf(tx, id), offer }, use)
  if (!used?.ok || !used.value) throw new Error(`order ${id} can't be paid with its pass: ${JSON.stringify(used)}`)
  const reservation = await orderOf(tx, id)
  const request = {
    proxy: null,
    method: FREE_OF_CHARGE,
    isTermsAccepted: false,
    isPrivacyAccepted: false,
    gatewayToken: null,
  }
  // This order needs no consent: its owner has agreed to the terms of the pass.
  const start = await beginPayment(tx, shop, {
    offer,
    reservation,
    request,
    consent: 'follows',
    isPerson: true,
    passValidAt: use.validAt,
    now,
  })
  if (start.kind !== 'confirmed') throw new Error(`order ${id} can't be confirmed: ${JSON.stringify(start)}`)
}

async function orderOf(tx: Tx, id: ReservationId): Promise<Reservation> {
  const reservation = await findReservation(tx, id)
  if (!reservation) throw new Error(`order ${id} was made a moment ago`)
  return reservation
}
