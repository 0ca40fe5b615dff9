import type { Shop } from '#server/context.ts'
import { takePlaces } from '#server/attendee-group/take-places.ts'
import { type Tx, transaction } from '#server/database/database.ts'
import { type CaptchaAnswer, isCaptchaGood } from '#server/challenge/captcha.ts'
import { areUsesLeft } from '#server/reservation/code-uses.ts'
import { saleOf } from '#server/reservation/sale-of.ts'
import { findReservation, lockReservation, ticketsOf } from '#server/reservation/reservations.ts'
import type { EventForSale } from '#server/catalog/catalog.ts'
import type { Instant } from '#domain/instant.ts'
import type { PaymentProxy } from '#domain/payment/payment-method.ts'
import { type Outcome, accepted, refused } from '#domain/outcome.ts'
import { isFree } from '#domain/pricing/price-order.ts'
import {
  CODE_USED_UP_MEANWHILE,
  type ConfirmDecision,
  NO_PLACE_IN_GROUP,
  type PaymentChoice,
  decideConfirm,
} from '#domain/reservation/confirm.ts'
import type { Reservation, ReservationId } from '#domain/reservation/reservation.ts'
import { finalizeReservation } from './finalize.ts'
import { offeredPayments } from './offered-payments.ts'
import type { PaymentAnswer } from './provider.ts'
import { providerOf } from './registry.ts'
import { storeAwaitedTransfer, storeSettled } from './store.ts'

/**
 * Pay: records the decision and the move in one transaction, and then produces the tickets. From that commit on the answer
 * is "accepted", whatever happens: when producing fails, the order stays confirmed and is finished by a job. Pay on a confirmed order
 * changes nothing. Null for an unknown reservation; refusals are those of decideConfirm.
 */
export async function pay(
  shop: Shop,
  id: ReservationId,
  choice: PaymentChoice,
  captcha?: CaptchaAnswer,
): Promise<Outcome<true> | null> {
  const sale = await saleOf(shop, id)
  if (!sale) return null
  // Before the transaction, which waits for nobody but PostgreSQL.
  const isPerson = !captcha || (await isByPerson(shop, { sale, id, choice }, captcha))
  const decision = await transaction(shop.db, async tx => {
    const reservation = await lockReservation(tx, id)
    return reservation ? decideAndRecord(tx, { sale, reservation, choice, isPerson, now: shop.clock.now() }) : null
  })
  if (!decision?.ok) return decision
  if (decision.value.kind === 'pay') {
    shop.log.confirmed(id, decision.value.proxy)
    await finalizeReservation(shop, id).catch((error: unknown) => shop.log.finalizingFailed(id, 0, error))
  }
  return accepted(true)
}

async function decideAndRecord(tx: Tx, facts: Facts): Promise<Outcome<ConfirmDecision>> {
  const decision = await decide(tx, facts)
  if (!decision.ok || decision.value.kind !== 'pay') return decision
  if (!(await areUsesLeft(tx, facts.reservation))) return refused(CODE_USED_UP_MEANWHILE)
  if (!(await takeGroupPlaces(tx, facts))) return refused(NO_PLACE_IN_GROUP)
  await record(tx, facts, decision.value.proxy)
  return decision
}

type Facts = {
  readonly sale: EventForSale
  readonly reservation: Reservation
  readonly choice: PaymentChoice
  readonly isPerson: boolean
  readonly now: Instant
}

/** Asked for where no bank looks at the buyer: free, by transfer, at the desk (booking contract 7). */
const CHECKED_BY_US: ReadonlySet<PaymentProxy> = new Set(['NONE', 'OFFLINE', 'ON_SITE'])

async function isByPerson(
  shop: Shop,
  { sale, id, choice }: { sale: EventForSale; id: ReservationId; choice: PaymentChoice },
  captcha: CaptchaAnswer,
): Promise<boolean> {
  const isOurs = choice.proxy === null || CHECKED_BY_US.has(choice.proxy)
  const reservation = isOurs ? undefined : await findReservation(shop.db, id)
  if (!isOurs && !(reservation && isFree(reservation.price))) return true
  return isCaptchaGood(shop, { settings: sale.settings, place: 'ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS' }, captcha)
}

async function decide(tx: Tx, { sale, reservation, choice, isPerson, now }: Facts): Promise<Outcome<ConfirmDecision>> {
  const tickets = await ticketsOf(tx, reservation.id)
  const categories = [...new Set(tickets.map(({ categoryId }) => categoryId))]
  return decideConfirm(choice, {
    status: reservation.status,
    validity: reservation.validity,
    isValidated: reservation.isValidated,
    isFree: isFree(reservation.price),
    isPrivacyPolicySet: sale.event.privacyUrl !== null,
    offeredProxies: offeredPayments(sale, categories, now).map(({ provider }) => provider.proxy),
    isPerson,
    now,
  })
}

async function takeGroupPlaces(tx: Tx, { sale, reservation, now }: Facts): Promise<boolean> {
  if (sale.groupLinks.length === 0) return true
  return takePlaces(tx, sale.groupLinks, await ticketsOf(tx, reservation.id), { reservation, at: now })
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
  else await storeAwaitedTransfer(tx, { ...confirmation, ...answer })
}
