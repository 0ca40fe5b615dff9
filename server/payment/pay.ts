import type { Shop } from '#server/context.ts'
import { type Tx, transaction } from '#server/database/database.ts'
import { saleOf } from '#server/reservation/sale-of.ts'
import { findReservation, lockReservation, ticketsOf } from '#server/reservation/reservations.ts'
import type { EventForSale } from '#server/catalog/catalog.ts'
import type { Instant } from '#domain/instant.ts'
import type { PaymentProxy } from '#domain/payment/payment-method.ts'
import { type Outcome, accepted } from '#domain/outcome.ts'
import { isFree } from '#domain/pricing/price-order.ts'
import { type ConfirmDecision, type PaymentChoice, decideConfirm } from '#domain/reservation/confirm.ts'
import type { Reservation, ReservationId } from '#domain/reservation/reservation.ts'
import { finalizeReservation } from './finalize.ts'
import { offeredPayments } from './offered-payments.ts'
import type { PaymentAnswer } from './provider.ts'
import { providerOf } from './registry.ts'
import { storeAwaitedTransfer, storeSettled } from './store.ts'

/** The order is confirmed: it is complete, being completed, or waits for a bank transfer. */
export type Paid = { readonly reservation: Reservation }

/**
 * Pay: records the decision and the move in one transaction, and then produces the tickets. When producing fails, the
 * order stays confirmed and is finished by a job; the caller is told "accepted" either way. Pay on a confirmed order
 * changes nothing. Null for an unknown reservation; refusals are those of decideConfirm.
 */
export async function pay(shop: Shop, id: ReservationId, choice: PaymentChoice): Promise<Outcome<Paid> | null> {
  const sale = await saleOf(shop, id)
  if (!sale) return null
  const decision = await transaction(shop.db, async tx => {
    const reservation = await lockReservation(tx, id)
    return reservation ? decideAndRecord(tx, { sale, reservation, choice, now: shop.clock.now() }) : null
  })
  if (!decision?.ok) return decision
  if (decision.value.kind === 'pay') {
    shop.log.confirmed(id, decision.value.proxy)
    await finalizeReservation(shop, id).catch((error: unknown) => shop.log.finalizingFailed(id, 0, error))
  }
  const reservation = await findReservation(shop.db, id)
  if (!reservation) throw new Error(`reservation ${id} is gone after it was confirmed`)
  return accepted({ reservation })
}

async function decideAndRecord(tx: Tx, facts: Facts): Promise<Outcome<ConfirmDecision>> {
  const decision = await decide(tx, facts)
  if (decision.ok && decision.value.kind === 'pay') await record(tx, facts, decision.value.proxy)
  return decision
}

type Facts = {
  readonly sale: EventForSale
  readonly reservation: Reservation
  readonly choice: PaymentChoice
  readonly now: Instant
}

async function decide(tx: Tx, { sale, reservation, choice, now }: Facts): Promise<Outcome<ConfirmDecision>> {
  const tickets = await ticketsOf(tx, reservation.id)
  const categories = [...new Set(tickets.map(({ categoryId }) => categoryId))]
  return decideConfirm(choice, {
    status: reservation.status,
    validity: reservation.validity,
    isValidated: reservation.isValidated,
    isFree: isFree(reservation.price),
    isPrivacyPolicySet: sale.event.privacyUrl !== null,
    offeredProxies: offeredPayments(sale, categories, now).map(({ provider }) => provider.proxy),
    now,
  })
}

async function record(tx: Tx, { sale, reservation, choice, now }: Facts, proxy: PaymentProxy): Promise<void> {
  const provider = providerOf(proxy)
  const answer: PaymentAnswer = provider ? provider.pay({ ...sale, now }) : { kind: 'settled', isDue: false }
  const method = provider?.method ?? 'NONE'
  const confirmation = {
    reservation,
    proxy,
    method,
    now,
    event: sale.event,
    isPrivacyAccepted: choice.isPrivacyAccepted,
  }
  if (answer.kind === 'settled') await storeSettled(tx, confirmation)
  else await storeAwaitedTransfer(tx, { ...confirmation, until: answer.until })
}
