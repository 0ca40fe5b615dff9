import { type Instant, after, minutes } from '#domain/foundation/instant.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { type Outcome, type Refused, refused } from '#domain/foundation/outcome.ts'
import { FREE_OF_CHARGE, type PaymentMethod, type PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import { isFree } from '#domain/order/pricing/price-order.ts'
import { problem } from '#domain/foundation/problem.ts'
import {
  CANNOT_MOVE,
  type ConfirmDecision,
  PAYMENT_FAILED,
  type PaymentChoice,
  decideConfirm,
  refusalFor,
} from '#domain/order/reservation/confirm.ts'
import { type Reservation, shortId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { Ticket } from '#domain/ticket/ticket/ticket.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import { type OfferedContext, isOfPass } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { voidPayment } from '#server/order/order/move-payment.ts'
import { ticketsOf } from '#server/order/order/reservations.ts'
import type { Beginning, Charge } from '#server/providers/port/provider.ts'
import { type ProviderSettings, providerOf } from '#server/providers/registry/registry.ts'
import { type LostClaim, showPassEnd, takeClaims } from './claims.ts'
import { type OfferedPayment, offeredToOrder } from './offered-payments.ts'
import { type StoredAttempt, storeAttempt, storePayment } from './online/attempts.ts'
import { addressesOf } from './online/ask-provider.ts'
import { type StoredPayment, countPayments, openPaymentOf } from './online/payments.ts'
import type { PlainOrder } from '#server/order/order/unlocked-order.ts'
import { storePlainSettled } from './plain-store.ts'
import { storeAwaitedTransfer, storeConsent, storeInPayment, storeSettled } from './store.ts'

/** What the buyer sends with Pay. */
export type PayRequest = PaymentChoice & {
  /** Null: the first way that the named provider offers. */
  readonly method: PaymentMethod | null
  /** What the provider's script has given to the browser; null when nothing. */
  readonly gatewayToken: string | null
}

type PayingOrder = { readonly offer: OfferedContext; readonly reservation: Reservation; readonly now: Instant }

/** An order that is being paid, in the transaction that has taken it. */
export type PayFacts = PayingOrder & {
  readonly request: PayRequest
  /** The buyer agrees with this request, or with the one that follows the payment. */
  readonly consent: 'given' | 'follows'
  readonly isPerson: boolean
  /** When the pass that pays for tickets has to be good, where that is not now. */
  readonly passValidAt?: Instant
}

/** `send`: ask the provider. `look`: a payment is under way, find out its state first. */
export type PayDecision =
  | { readonly kind: 'refused'; readonly outcome: Refused }
  | { readonly kind: 'repeat' }
  | { readonly kind: 'confirmed'; readonly proxy: PaymentProxy }
  | {
      readonly kind: 'send'
      readonly payment: StoredPayment
      readonly attempt: StoredAttempt
      readonly offer: OfferedContext
    }
  | { readonly kind: 'look'; readonly payment: StoredPayment }

/** Decides what Pay does, and records what it begins. Calls no provider: it runs in a transaction. */
export async function beginPayment(tx: Tx, shop: Shop, facts: PayFacts): Promise<PayDecision> {
  const { reservation } = facts
  if (has(reservation, 'isOpen') && reservation.isPassEndUnseen) return lostClaim(await showPassEnd(tx, reservation))
  const tickets = await ticketsOf(tx, reservation.id)
  const offered = offeredToOrder(shop, { ...facts, tickets }, facts.now)
  const isOnline = offered.some(({ proxy }) => isOnlineProvider(shop, proxy))
  const open = isOnline || has(reservation, 'isBeingPaid') ? await openPaymentOf(tx, reservation.id) : undefined
  const decision = decide(facts, offered, open)
  if (!decision.ok) return { kind: 'refused', outcome: decision }
  if (decision.value.kind !== 'pay') {
    await agree(tx, facts)
    return { kind: 'repeat' }
  }
  const { proxy } = decision.value
  const method = methodOf(proxy, facts.request.method, offered)
  if (!method) return { kind: 'refused', outcome: refused(CANNOT_MOVE) }
  const chosen = { ...facts, proxy, method, tickets, current: open, open: stillGood(open, proxy, reservation) }
  const paymentsBefore = isOnlineProvider(shop, proxy) ? await countPayments(tx, reservation.id) : 0
  return record(tx, chosen, beginningOf(shop, chosen, paymentsBefore))
}

/**
 * The same of a plain order that nothing else has to be stored of, without a transaction: a free one, or one that is paid
 * at the desk. `not plain`: nothing is stored, the order has to be taken by a lock.
 */
export async function confirmPlain(
  shop: Shop,
  order: PlainOrder,
  { request, now }: Pick<PayFacts, 'request' | 'now'>,
): Promise<PayDecision | 'not plain'> {
  const facts: PayFacts = { ...order, request, consent: 'given', isPerson: true, now }
  const offered = offeredToOrder(shop, order, now)
  if (offered.some(({ proxy }) => isOnlineProvider(shop, proxy))) return 'not plain'
  const decision = decide(facts, offered, undefined)
  if (!decision.ok) return { kind: 'refused', outcome: decision }
  if (decision.value.kind !== 'pay') return 'not plain'
  const { proxy } = decision.value
  const method = methodOf(proxy, request.method, offered)
  if (!method) return { kind: 'refused', outcome: refused(CANNOT_MOVE) }
  const beginning = beginningOf(
    shop,
    { ...facts, proxy, method, tickets: order.tickets, current: undefined, open: undefined },
    0,
  )
  if (beginning.kind !== 'known' || beginning.outcome.kind !== 'settled') return 'not plain'
  const { context } = order.offer
  const { isPrivacyAccepted } = request
  const confirmation = { ...order, proxy, method, now, context, isPrivacyAccepted, isAgreed: true }
  return (await storePlainSettled(shop.db, confirmation)) ? { kind: 'confirmed', proxy } : 'not plain'
}

/** The one that was asked for, where a provider can be paid in several ways. */
function methodOf(
  proxy: PaymentProxy,
  preferred: PaymentMethod | null,
  offered: readonly OfferedPayment[],
): PaymentMethod | undefined {
  const methods = offered.filter(one => one.proxy === proxy).map(({ method }) => method)
  if (methods.length < 2 || preferred === null) return methods[0] ?? FREE_OF_CHARGE
  return methods.find(method => method === preferred)
}

/** What the payment at hand may be gone on with: by the same provider, for the same sum. */
function stillGood(
  open: StoredPayment | undefined,
  proxy: PaymentProxy,
  { price, currency }: Reservation,
): StoredPayment | undefined {
  const isSame = open?.proxy === proxy && open.amount === price.total && open.currency === (currency ?? NO_CURRENCY)
  return isSame ? open : undefined
}

/** The ways to pay an order now. */
export async function offeredTo(tx: Tx, shop: Shop, order: PayingOrder): Promise<OfferedPayment[]> {
  return offeredToOrder(shop, { ...order, tickets: await ticketsOf(tx, order.reservation.id) }, order.now)
}

/** What the buyer agreed to is written down once, by the request that says so. */
async function agree(tx: Tx, { consent, request, offer: { context }, reservation, now }: PayFacts): Promise<void> {
  if (consent === 'follows' || !request.isTermsAccepted) return
  await storeConsent(tx, { reservation, context, isPrivacyAccepted: request.isPrivacyAccepted, now })
}

function decide(
  { offer, reservation, request, consent, isPerson, now }: PayFacts,
  offered: readonly OfferedPayment[],
  open: StoredPayment | undefined,
): Outcome<ConfirmDecision> {
  const agreed = consent === 'follows' ? { isTermsAccepted: true, isPrivacyAccepted: true } : {}
  return decideConfirm(
    { ...request, ...agreed, proxy: request.proxy ?? onlyProxyFor(request.method, offered) },
    {
      status: reservation.status,
      validity: reservation.validity,
      isValidated: reservation.isValidated,
      isFree: isFree(reservation.price),
      isPrivacyPolicySet: offer.context.privacyUrl !== null,
      offeredProxies: offered.map(({ proxy }) => proxy),
      openProxy: open?.proxy ?? null,
      isPerson,
      now,
    },
  )
}

/** A client that names a method alone means the provider that has it; null where none has it, or several do. */
function onlyProxyFor(method: PaymentMethod | null, offered: readonly OfferedPayment[]): PaymentProxy | null {
  const proxies = new Set(offered.filter(way => way.method === method).map(({ proxy }) => proxy))
  const [only] = proxies
  return only !== undefined && proxies.size === 1 ? only : null
}

type Chosen = PayFacts & {
  readonly proxy: PaymentProxy
  readonly method: PaymentMethod
  readonly tickets: readonly Ticket[]
  /** The payment that was to pay the order before. */
  readonly current: StoredPayment | undefined
  /** The same where it is gone on with. */
  readonly open: StoredPayment | undefined
}

/** A free order needs no payment. */
function beginningOf(shop: Shop, chosen: Chosen, paymentsBefore: number): Beginning {
  const provider = providerOf(shop.providers, chosen.proxy)
  return provider?.begin(chargeOf(shop, chosen, paymentsBefore)) ?? { kind: 'known', outcome: { kind: 'settled' } }
}

function isOnlineProvider({ providers }: Pick<Shop, 'providers'>, proxy: PaymentProxy): boolean {
  return providerOf(providers, proxy)?.online !== undefined
}

function chargeOf(shop: Shop, chosen: Chosen, paymentsBefore: number): Charge<ProviderSettings> {
  const { offer, reservation, now, proxy, method, tickets, open, request } = chosen
  const { context, settings } = offer
  const due = { amount: reservation.price.total, currency: reservation.currency ?? NO_CURRENCY }
  const { country } = reservation.billing
  return {
    context,
    settings,
    now,
    due,
    country,
    listed: shop.methodLists.cached({ proxy, contextId: context.id, due, country }),
    reservation,
    shortId: shortId(reservation, settings.number('PARTIAL_RESERVATION_ID_LENGTH')),
    method,
    tickets: isOfPass(offer) ? 1 : tickets.length,
    paymentsBefore,
    gatewayToken: request.gatewayToken,
    open: open ? { reference: open.reference, data: open.data } : null,
    addresses: addressesOf(shop, context, reservation.id),
  }
}

async function record(tx: Tx, chosen: Chosen, beginning: Beginning): Promise<PayDecision> {
  const { offer, reservation, open } = chosen
  // While one payment is under way no second one is begun beside it, whatever its provider makes of Pay.
  if (beginning.kind === 'look' || (beginning.kind === 'call' && has(reservation, 'isBeingPaid'))) {
    await agree(tx, chosen)
    return checkFirst(open)
  }
  if (beginning.kind === 'refused') return refusedBecause(beginning.code)
  const { request, now, proxy, method, consent, tickets, passValidAt = now } = chosen
  const isHeld = beginning.kind === 'known' || beginning.meanwhile !== 'open'
  const lost = await takeClaims(tx, chosen, { now, passValidAt, tickets, arePlacesTaken: isHeld })
  if (lost) return lostClaim(lost)
  const { context } = offer
  const { isPrivacyAccepted } = request
  const confirmation = { reservation, proxy, method, now, context, isPrivacyAccepted, isAgreed: consent === 'given' }
  if (beginning.kind === 'known') {
    const { outcome } = beginning
    if (chosen.current) await voidPayment(tx, chosen.current, now)
    if (outcome.kind === 'settled') await storeSettled(tx, confirmation)
    else await storeAwaitedTransfer(tx, { ...confirmation, ...outcome })
    return { kind: 'confirmed', proxy }
  }
  if (isHeld) await storeInPayment(tx, confirmation, beginning.meanwhile)
  else await agree(tx, chosen)
  await noteAudit(tx, { at: now, type: 'INIT_PAYMENT', reservation })
  const newPayment = { reservation, context, proxy, method, request: beginning.request, now }
  if (beginning.kind === 'call') {
    return {
      kind: 'send',
      offer,
      ...(await storePayment(tx, { ...newPayment, nextCheckAt: after(now, FIRST_CHECK_MS) })),
    }
  }
  if (!open) throw new Error(`${proxy} goes on with a payment of ${reservation.id} that it has not begun`)
  const attempt = await storeAttempt(tx, open, { step: 'CHARGE', request: beginning.request, now })
  return { kind: 'send', offer, payment: open, attempt }
}

const lostClaim = (lost: LostClaim): PayDecision => ({ kind: 'refused', outcome: refused(refusalFor(lost)) })

function checkFirst(open: StoredPayment | undefined): PayDecision {
  if (!open) throw new Error('a provider looks for a payment that it has not begun')
  return { kind: 'look', payment: open }
}

const refusedBecause = (code: string): PayDecision => ({
  kind: 'refused',
  outcome: refused(problem(PAYMENT_FAILED, { args: [code] })),
})

/** No job checks a payment while its buyer is likely to get the result on the page. */
const FIRST_CHECK_MS = minutes(1)
