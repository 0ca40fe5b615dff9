import type { Shop } from '#server/context.ts'
import { takePlaces } from '#server/attendee-group/take-places.ts'
import type { Tx } from '#server/database/database.ts'
import { type CaptchaAnswer, captchaKey, isCaptchaGood } from '#server/challenge/captcha.ts'
import { areUsesLeft } from '#server/order/code-uses.ts'
import { onLockedOrder } from '#server/order/sale-of.ts'
import { ticketsOf } from '#server/order/reservations.ts'
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
import { finishConfirmed } from './finalize.ts'
import { offeredPayments } from './offered-payments.ts'
import type { PaymentAnswer } from './provider.ts'
import { providerOf } from './registry.ts'
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
    const outcome = await decideAndRecord(tx, { ...order, choice, isPerson: isPerson ?? true, now })
    return { kind: 'decided', outcome }
  })
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

const CAPTCHA_PLACE = 'ENABLE_CAPTCHA_FOR_OFFLINE_PAYMENTS'

function isCaptchaAsked({ sale, reservation }: Pick<Facts, 'sale' | 'reservation'>, { proxy }: PaymentChoice): boolean {
  const isOurs = proxy === null || CHECKED_BY_US.has(proxy) || isFree(reservation.price)
  return isOurs && captchaKey(sale.settings, CAPTCHA_PLACE) !== null
}

function isByPerson(shop: Shop, { settings }: EventForSale, captcha: CaptchaAnswer): Promise<boolean> {
  return isCaptchaGood(shop, { settings, place: CAPTCHA_PLACE }, captcha)
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
