import { publicIdentifier } from '#domain/catalog/purchase-context.ts'
import type { Shop } from '#server/context.ts'
import { takePlaces } from '#server/attendee-group/take-places.ts'
import { noteAudit } from '#server/audit/audit.ts'
import type { Tx } from '#server/database/database.ts'
import { type CaptchaAnswer, captchaKey, isCaptchaGood } from '#server/challenge/captcha.ts'
import { areUsesLeft } from '#server/order/code-uses.ts'
import { onLockedOrder } from '#server/order/offer-of-reservation.ts'
import { ticketsOf } from '#server/order/reservations.ts'
import type { OfferedEvent } from '#server/catalog/catalog.ts'
import { type Instant, after, minutes } from '#domain/instant.ts'
import {
  FREE_OF_CHARGE,
  type PaymentMethod,
  type PaymentProxy,
  isUncheckedByBank,
} from '#domain/payment/payment-method.ts'
import { type Outcome, type Refused, accepted, refused } from '#domain/outcome.ts'
import { problem } from '#domain/problem.ts'
import { isFree } from '#domain/pricing/price-order.ts'
import {
  CANNOT_MOVE,
  CODE_USED_UP_MEANWHILE,
  type ConfirmDecision,
  NO_PLACE_IN_GROUP,
  type PaymentChoice,
  PAYMENT_FAILED,
  decideConfirm,
} from '#domain/reservation/confirm.ts'
import type { Reservation, ReservationId } from '#domain/reservation/reservation.ts'
import type { Ticket } from '#domain/ticket/ticket.ts'
import { finishConfirmed } from './finalize.ts'
import { CAPTCHA_PLACE, type OfferedPayment, offeredPayments } from './offered-payments.ts'
import type { Beginning, Charge, PaymentParameters } from '#server/providers/provider.ts'
import { type ProviderSettings, providerOf } from '#server/providers/registry.ts'
import { callProvider } from './online/call-provider.ts'
import { recordOutcome } from './online/record-outcome.ts'
import { type StoredAttempt, storeCharge } from './online/store.ts'
import { storeAwaitedTransfer, storeInPayment, storeSettled } from './store.ts'

/** What Pay has come to: done, or the buyer goes on elsewhere, or the page does, or both wait. */
export type PayReply =
  | { readonly kind: 'done' }
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'needs-browser'; readonly parameters: PaymentParameters }
  | { readonly kind: 'waiting' }

const DONE: PayReply = { kind: 'done' }

/**
 * Pay: records the decision and the move in one transaction; the tickets are produced after it (finalize.ts). From that
 * commit on the reply is "accepted", whatever happens: when producing fails, the order stays confirmed and is finished by
 * a job. A provider that has to be asked is asked after that commit, and its outcome is recorded in another transaction;
 * what happens between the two is found out by a job (online/look-into.ts). Pay on a confirmed order changes nothing.
 * Null for an unknown reservation; refusals are those of decideConfirm, and the provider's.
 */
export async function pay(
  shop: Shop,
  id: ReservationId,
  choice: PaymentChoice,
  captcha?: CaptchaAnswer,
): Promise<Outcome<PayReply> | null> {
  const attempt = (isPerson: boolean | null) => decideLocked(shop, id, { choice, isPerson, now: shop.clock.now() })
  const first = await attempt(captcha ? null : true)
  // Outside of the transaction, which waits for nobody but PostgreSQL.
  const decided =
    captcha && first?.kind === 'unchecked' ? await attempt(await isByPerson(shop, first.offer, captcha)) : first
  if (!decided) return null
  switch (decided.kind) {
    case 'unchecked':
      throw new Error(`reservation ${id}: it is known who pays`)
    case 'refused':
      return decided.outcome
    case 'repeat':
      return accepted(DONE)
    case 'confirmed':
      shop.log.confirmed(id, decided.proxy)
      await finishConfirmed(shop, id)
      return accepted(DONE)
    case 'begun':
      return charge(shop, decided.attempt, decided.offer)
    default:
      return decided satisfies never
  }
}

async function charge(shop: Shop, attempt: StoredAttempt, { settings }: OfferedEvent): Promise<Outcome<PayReply>> {
  const outcome = await callProvider(shop, attempt, settings)
  const { payment } = attempt
  const recorded = await recordOutcome(shop, payment, outcome)
  if (recorded === 'confirmed') {
    shop.log.confirmed(payment.reservationId, payment.proxy)
    await finishConfirmed(shop, payment.reservationId)
    return accepted(DONE)
  }
  if (outcome.kind === 'refused') return refused(problem(PAYMENT_FAILED, { args: [outcome.code] }))
  if (recorded === 'to-review') return refused(CANNOT_MOVE)
  if (recorded === 'open' && outcome.kind === 'redirect') return accepted({ kind: 'redirect', url: outcome.url })
  if (recorded === 'open' && outcome.kind === 'needs-browser') return accepted(outcome)
  return accepted({ kind: 'waiting' })
}

/** `unchecked`: nothing is recorded, because a captcha has to be looked at first. `begun`: the provider is to be called. */
type Decided =
  | { readonly kind: 'unchecked'; readonly offer: OfferedEvent }
  | { readonly kind: 'refused'; readonly outcome: Refused }
  | { readonly kind: 'repeat' }
  | { readonly kind: 'confirmed'; readonly proxy: PaymentProxy }
  | { readonly kind: 'begun'; readonly attempt: StoredAttempt; readonly offer: OfferedEvent }

type Request = Pick<Facts, 'choice' | 'now'> & { readonly isPerson: boolean | null }

function decideLocked(shop: Shop, id: ReservationId, request: Request): Promise<Decided | undefined> {
  const { choice, isPerson, now } = request
  return onLockedOrder<Decided>(shop, id, async (tx, order) => {
    if (isPerson === null && isCaptchaAsked(order, choice)) return { kind: 'unchecked', offer: order.offer }
    return decideAndRecord(tx, shop, { ...order, choice, isPerson: isPerson ?? true, now })
  })
}

async function decideAndRecord(tx: Tx, shop: Shop, facts: Facts): Promise<Decided> {
  const tickets = await ticketsOf(tx, facts.reservation.id)
  const offered = offeredFor(shop, facts, tickets)
  const decision = decide(facts, offered)
  if (!decision.ok) return { kind: 'refused', outcome: decision }
  if (decision.value.kind !== 'pay') return { kind: 'repeat' }
  if (!(await areUsesLeft(tx, facts.reservation))) return { kind: 'refused', outcome: refused(CODE_USED_UP_MEANWHILE) }
  if (!(await takeGroupPlaces(tx, facts, tickets))) return { kind: 'refused', outcome: refused(NO_PLACE_IN_GROUP) }
  const { proxy } = decision.value
  const method = offered.find(one => one.proxy === proxy)?.method ?? FREE_OF_CHARGE
  return record(tx, shop, { ...facts, proxy, method, tickets: tickets.length })
}

type Facts = {
  readonly offer: OfferedEvent
  readonly reservation: Reservation
  readonly choice: PaymentChoice
  readonly isPerson: boolean
  readonly now: Instant
}

function isCaptchaAsked(
  { offer, reservation }: Pick<Facts, 'offer' | 'reservation'>,
  { proxy }: PaymentChoice,
): boolean {
  const isOurs = proxy === null || isUncheckedByBank(proxy) || isFree(reservation.price)
  return isOurs && captchaKey(offer.settings, CAPTCHA_PLACE) !== null
}

function isByPerson(shop: Shop, { settings }: OfferedEvent, captcha: CaptchaAnswer): Promise<boolean> {
  return isCaptchaGood(shop, { settings, place: CAPTCHA_PLACE }, captcha)
}

function offeredFor(shop: Shop, { offer, now }: Facts, tickets: readonly Ticket[]): OfferedPayment[] {
  const categories = [...new Set(tickets.map(({ categoryId }) => categoryId))]
  return offeredPayments(shop, offer, { categories, now })
}

function decide(
  { offer, reservation, choice, isPerson, now }: Facts,
  offered: readonly OfferedPayment[],
): Outcome<ConfirmDecision> {
  return decideConfirm(choice, {
    status: reservation.status,
    validity: reservation.validity,
    isValidated: reservation.isValidated,
    isFree: isFree(reservation.price),
    isPrivacyPolicySet: offer.context.privacyUrl !== null,
    offeredProxies: offered.map(({ proxy }) => proxy),
    isPerson,
    now,
  })
}

async function takeGroupPlaces(
  tx: Tx,
  { offer, reservation, now }: Facts,
  tickets: readonly Ticket[],
): Promise<boolean> {
  return offer.groupLinks.length === 0 || takePlaces(tx, offer.groupLinks, tickets, { reservation, at: now })
}

type Chosen = Facts & { readonly proxy: PaymentProxy; readonly method: PaymentMethod; readonly tickets: number }

async function record(tx: Tx, shop: Shop, chosen: Chosen): Promise<Decided> {
  const { offer, reservation, choice, now, proxy, method, tickets } = chosen
  const { context, settings } = offer
  const beginning = beginningOf(shop, proxy, { context, settings, now, reservation, method, tickets })
  const confirmation = { reservation, proxy, method, now, context, isPrivacyAccepted: choice.isPrivacyAccepted }
  if (beginning.kind === 'call') {
    await storeInPayment(tx, confirmation, beginning.meanwhile)
    await noteAudit(tx, { at: now, type: 'INIT_PAYMENT', reservation })
    const description = publicIdentifier(context)
    const nextLookAt = after(now, FIRST_LOOK_MS)
    const { request } = beginning
    const attempt = await storeCharge(tx, { reservation, proxy, method, description, request, now, nextLookAt })
    return { kind: 'begun', attempt, offer }
  }
  const { outcome } = beginning
  if (outcome.kind === 'settled') await storeSettled(tx, confirmation)
  else await storeAwaitedTransfer(tx, { ...confirmation, ...outcome })
  return { kind: 'confirmed', proxy }
}

/** Nobody looks into a payment while its buyer is likely to be told how it went. */
const FIRST_LOOK_MS = minutes(1)

/** A free order is settled by nobody. */
function beginningOf({ providers }: Shop, proxy: PaymentProxy, charge: Charge<ProviderSettings>): Beginning {
  const provider = providerOf(providers, proxy)
  return provider?.begin(charge) ?? { kind: 'known', outcome: { kind: 'settled' } }
}
