import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import { isUncheckedByBank } from '#domain/catalog/payment-method/payment-method.ts'
import { isFree } from '#domain/order/pricing/price-order.ts'
import { problem } from '#domain/foundation/problem.ts'
import { CANNOT_MOVE, PAYMENT_FAILED } from '#domain/order/reservation/confirm.ts'
import type { Reservation, ReservationId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import { type CaptchaAnswer, captchaKey, isCaptchaGood } from '#server/foundation/challenge/captcha.ts'
import type { Shop } from '#server/catalog/context.ts'
import { findStatus } from '#server/order/order/reservations.ts'
import { onLockedOrder } from '#server/order/order/offer-of-reservation.ts'
import type { PaymentParameters } from '#server/providers/port/terms.ts'
import { findPlainOrder } from '#server/order/order/unlocked-order.ts'
import { type PayDecision, type PayRequest, beginPayment, confirmPlain } from './begin-payment.ts'
import { finishConfirmed } from './finalize.ts'
import { CAPTCHA_PLACE } from './offered-payments.ts'
import { checkPayment } from './online/check-payment.ts'
import { type PaymentCheck, sendUntilAnswered } from './online/send-attempt.ts'

/** The result of Pay: done, or the buyer continues elsewhere, or the page does, or both wait. */
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
  request: PayRequest,
  captcha?: CaptchaAnswer,
): Promise<Outcome<PayReply> | null> {
  const plain = await decidePlain(shop, id, { request, isPerson: captcha ? null : true })
  if (plain !== 'not plain') return plain && carryOut(shop, id, plain)
  const attempt = (isPerson: boolean | null) => decideLocked(shop, id, { request, isPerson })
  const first = await attempt(captcha ? null : true)
  // Outside of the transaction, which waits only for PostgreSQL.
  const decided =
    captcha && first?.kind === 'unchecked' ? await attempt(await isByPerson(shop, first.offer, captcha)) : first
  if (decided?.kind === 'unchecked') throw new Error(`reservation ${id}: it is known who pays`)
  return decided ? carryOut(shop, id, decided) : null
}

/** Does what follows the commit of what Pay decides. */
async function carryOut(shop: Shop, id: ReservationId, decided: PayDecision): Promise<Outcome<PayReply>> {
  switch (decided.kind) {
    case 'refused':
      return decided.outcome
    case 'repeat':
      return accepted(DONE)
    case 'confirmed':
      shop.log.confirmed(id, decided.proxy)
      await finishConfirmed(shop, id)
      return accepted(DONE)
    case 'send':
      return reply(shop, id, await sendUntilAnswered(shop, decided, decided.attempt))
    case 'look':
      return reply(shop, id, await checkPayment(shop, decided.payment, 'go-on'))
    default:
      return decided satisfies never
  }
}

/** Where its state is unknown, an order that is still open does not wait: its buyer may pay another way. */
async function reply(shop: Shop, id: ReservationId, check: PaymentCheck): Promise<Outcome<PayReply>> {
  const isUnknown = check.recorded === 'open' && check.outcome.kind === 'unknown'
  const status = isUnknown ? await findStatus(shop.db, id) : undefined
  return status && has(status, 'isOpen') ? refused(OUT_OF_REACH) : replyOf(check)
}

/** Nothing was begun, and the reason may be gone in a moment. */
const OUT_OF_REACH = problem(PAYMENT_FAILED, { args: ['foyer.payment.later'] })

function replyOf({ recorded, outcome, why }: PaymentCheck): Outcome<PayReply> {
  if (recorded === 'confirmed') return accepted(DONE)
  if (why !== undefined) return refused(problem(PAYMENT_FAILED, { args: [why] }))
  if (outcome.kind === 'refused') return refused(problem(PAYMENT_FAILED, { args: [outcome.message ?? outcome.code] }))
  if (outcome.kind === 'unreached') return refused(problem(PAYMENT_FAILED, { args: [outcome.code] }))
  if (recorded === 'cancelled') return refused(problem(PAYMENT_FAILED, { args: ['foyer.payment.cancelled'] }))
  if (recorded === 'to-review' || recorded === 'given-back') return refused(CANNOT_MOVE)
  if (recorded === 'open' && outcome.kind === 'redirect') return accepted({ kind: 'redirect', url: outcome.url })
  if (recorded === 'open' && outcome.kind === 'needs-browser') return accepted(outcome)
  return accepted({ kind: 'waiting' })
}

/** `unchecked`: nothing is recorded, because a captcha has to be checked first. */
type Decided = PayDecision | { readonly kind: 'unchecked'; readonly offer: OfferedContext }

type Request = { readonly request: PayRequest; readonly isPerson: boolean | null }

/** Null for an unknown reservation; `not plain` where the order has to be taken by a lock. */
async function decidePlain(
  shop: Shop,
  id: ReservationId,
  { request, isPerson }: Request,
): Promise<PayDecision | 'not plain' | null> {
  const order = await findPlainOrder(shop, id)
  if (!order) return null
  if (order === 'not plain' || (isPerson === null && isCaptchaNeeded(order, request.proxy))) return 'not plain'
  return confirmPlain(shop, order, { request, now: shop.clock.now() })
}

function decideLocked(shop: Shop, id: ReservationId, { request, isPerson }: Request): Promise<Decided | undefined> {
  return onLockedOrder<Decided>(shop, id, async (tx, order) => {
    if (isPerson === null && isCaptchaNeeded(order, request.proxy)) return { kind: 'unchecked', offer: order.offer }
    return beginPayment(tx, shop, {
      ...order,
      request,
      consent: 'given',
      isPerson: isPerson ?? true,
      now: shop.clock.now(),
    })
  })
}

function isCaptchaNeeded(
  { offer, reservation }: { readonly offer: OfferedContext; readonly reservation: Reservation },
  proxy: PaymentProxy | null,
): boolean {
  const isOurs = proxy === null || isUncheckedByBank(proxy) || isFree(reservation.price)
  return isOurs && captchaKey(offer.settings, CAPTCHA_PLACE) !== null
}

function isByPerson(shop: Shop, { settings }: OfferedContext, captcha: CaptchaAnswer): Promise<boolean> {
  return isCaptchaGood(shop, { settings, place: CAPTCHA_PLACE }, captcha)
}
