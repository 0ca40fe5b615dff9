import type { Shop } from '#server/context.ts'
import { takePlaces } from '#server/attendee-group/take-places.ts'
import type { Tx } from '#server/database/database.ts'
import { type CaptchaAnswer, captchaKey, isCaptchaGood } from '#server/challenge/captcha.ts'
import { areUsesLeft } from '#server/order/code-uses.ts'
import { onLockedOrder } from '#server/order/sale-of.ts'
import { ticketsOf } from '#server/order/reservations.ts'
import type { EventForSale } from '#server/catalog/catalog.ts'
import type { Instant } from '#domain/instant.ts'
import {
  FREE_OF_CHARGE,
  type PaymentMethod,
  type PaymentProxy,
  isUncheckedByBank,
} from '#domain/payment/payment-method.ts'
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
import { finishConfirmed } from './finalize.ts'
import { CAPTCHA_PLACE, type OfferedPayment, offeredPayments } from './offered-payments.ts'
import type { PaymentOutcome } from '#server/providers/provider.ts'
import { type Providers, providerOf } from '#server/providers/registry.ts'
import { storeAwaitedTransfer, storeSettled } from './store.ts'

/**
 * Pay: records the decision and the move in one transaction; the tickets are produced after it (finalize.ts). From that
 * commit on the answer is "accepted", whatever happens: when producing fails, the order stays confirmed and is finished by
 * a job. Pay on a confirmed order changes nothing. Null for an unknown reservation; refusals are those of decideConfirm.
 */
export async function pay(
  shop: Shop,
  id: ReservationId,
  choice: PaymentChoice,
  captcha?: CaptchaAnswer,
): Promise<Outcome<true> | null> {
  const attempt = (isPerson: boolean | null) => decideLocked(shop, id, { choice, isPerson, now: shop.clock.now() })
  const first = await attempt(captcha ? null : true)
  // Outside of the transaction, which waits for nobody but PostgreSQL.
  const decided =
    captcha && first?.kind === 'unchecked' ? await attempt(await isByPerson(shop, first.sale, captcha)) : first
  if (decided?.kind === 'unchecked') throw new Error(`reservation ${id}: it is known who pays`)
  if (!decided) return null
  const { outcome } = decided
  if (!outcome.ok) return outcome
  if (outcome.value.kind === 'pay') {
    shop.log.confirmed(id, outcome.value.proxy)
    await finishConfirmed(shop, id)
  }
  return accepted(true)
}

/** `unchecked`: nothing is recorded, because a captcha has to be looked at first. */
type Decided =
  | { readonly kind: 'decided'; readonly outcome: Outcome<ConfirmDecision> }
  | { readonly kind: 'unchecked'; readonly sale: EventForSale }

type Request = Pick<Facts, 'choice' | 'now'> & { readonly isPerson: boolean | null }

function decideLocked(shop: Shop, id: ReservationId, request: Request): Promise<Decided | undefined> {
  const { choice, isPerson, now } = request
  return onLockedOrder<Decided>(shop, id, async (tx, order) => {
    if (isPerson === null && isCaptchaAsked(order, choice)) return { kind: 'unchecked', sale: order.sale }
    const outcome = await decideAndRecord(tx, shop, { ...order, choice, isPerson: isPerson ?? true, now })
    return { kind: 'decided', outcome }
  })
}

async function decideAndRecord(tx: Tx, shop: Shop, facts: Facts): Promise<Outcome<ConfirmDecision>> {
  const offered = await offeredFor(tx, shop, facts)
  const decision = decide(facts, offered)
  if (!decision.ok || decision.value.kind !== 'pay') return decision
  if (!(await areUsesLeft(tx, facts.reservation))) return refused(CODE_USED_UP_MEANWHILE)
  if (!(await takeGroupPlaces(tx, facts))) return refused(NO_PLACE_IN_GROUP)
  const { proxy } = decision.value
  await record(tx, shop, facts, { proxy, method: offered.find(one => one.proxy === proxy)?.method ?? FREE_OF_CHARGE })
  return decision
}

type Facts = {
  readonly sale: EventForSale
  readonly reservation: Reservation
  readonly choice: PaymentChoice
  readonly isPerson: boolean
  readonly now: Instant
}

function isCaptchaAsked({ sale, reservation }: Pick<Facts, 'sale' | 'reservation'>, { proxy }: PaymentChoice): boolean {
  const isOurs = proxy === null || isUncheckedByBank(proxy) || isFree(reservation.price)
  return isOurs && captchaKey(sale.settings, CAPTCHA_PLACE) !== null
}

function isByPerson(shop: Shop, { settings }: EventForSale, captcha: CaptchaAnswer): Promise<boolean> {
  return isCaptchaGood(shop, { settings, place: CAPTCHA_PLACE }, captcha)
}

async function offeredFor(tx: Tx, shop: Shop, { sale, reservation, now }: Facts): Promise<OfferedPayment[]> {
  const tickets = await ticketsOf(tx, reservation.id)
  const categories = [...new Set(tickets.map(({ categoryId }) => categoryId))]
  return offeredPayments(shop, sale, { categories, now })
}

function decide(
  { sale, reservation, choice, isPerson, now }: Facts,
  offered: readonly OfferedPayment[],
): Outcome<ConfirmDecision> {
  return decideConfirm(choice, {
    status: reservation.status,
    validity: reservation.validity,
    isValidated: reservation.isValidated,
    isFree: isFree(reservation.price),
    isPrivacyPolicySet: sale.event.privacyUrl !== null,
    offeredProxies: offered.map(({ proxy }) => proxy),
    isPerson,
    now,
  })
}

async function takeGroupPlaces(tx: Tx, { sale, reservation, now }: Facts): Promise<boolean> {
  if (sale.groupLinks.length === 0) return true
  return takePlaces(tx, sale.groupLinks, await ticketsOf(tx, reservation.id), { reservation, at: now })
}

type Chosen = { readonly proxy: PaymentProxy; readonly method: PaymentMethod }

async function record(tx: Tx, shop: Shop, { sale, reservation, choice, now }: Facts, { proxy, method }: Chosen) {
  const outcome = outcomeOf(shop, proxy, { ...sale, now })
  const confirmation = {
    reservation,
    proxy,
    method,
    now,
    event: sale.event,
    isPrivacyAccepted: choice.isPrivacyAccepted,
  }
  if (outcome.kind === 'settled') await storeSettled(tx, confirmation)
  else await storeAwaitedTransfer(tx, { ...confirmation, ...outcome })
}

/** A free order is settled by nobody. */
function outcomeOf(
  { providers }: Shop,
  proxy: PaymentProxy,
  payable: Parameters<Providers[number]['begin']>[0],
): PaymentOutcome {
  return providerOf(providers, proxy)?.begin(payable).outcome ?? { kind: 'settled' }
}
