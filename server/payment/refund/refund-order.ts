import type { RefundForm } from '#contract/refund.ts'
import { type Principal, may } from '#domain/access/principal/principal.ts'
import { type Currency, NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { type Minor, ZERO, minor, minus } from '#domain/foundation/money/money.ts'
import {
  type PaymentToRefund,
  type RefundDecision,
  type RefundFacts,
  type RefundRefusal,
  decideRefund,
} from '#domain/payment/refund/refund.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { ReservationStatus } from '#domain/order/reservation/states.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { OfferedContext } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { offerOfReservation, ownerOf } from '#server/order/order/offer-of-reservation.ts'
import { type Order, completeOrder } from '#server/order/order/read-order.ts'
import { lockReservationOfBooks } from '#server/order/order/reservations.ts'
import { takeOffPassesOf } from '#server/order/order/take-pass-off.ts'
import type { AlsoDone } from '#server/payment/pay/finalize.ts'
import { creditReturned } from '#server/order/invoice/take-invoice-back.ts'
import {
  type PaidPayment,
  type PaidRefund,
  lockPaymentsOfOrder,
  moneyLeft,
  paidOnline,
  paymentsOfOrder,
} from '#server/payment/pay/online/paid-money.ts'
import { offerOfPayment } from '#server/payment/pay/online/payments.ts'
import { insertRefund } from '#server/payment/pay/online/move-refund.ts'
import { endReviewsOfOrder } from '#server/payment/pay/online/reviews.ts'
import {
  type ChangedOrder,
  type ReducedOrder,
  UNCHANGED,
  endOrder,
  removeTickets,
  withoutTickets,
} from './change-order.ts'
import { followChange } from './follow-change.ts'
import { mailChanged } from './mail-changed.ts'
import { type EventCancelled, mailEventCancelled } from './mail-event-cancelled.ts'
import { requestText, readRefundRequest } from './read-refund-request.ts'
import { type KeptAnswer, findRequest, storeRequest } from './store.ts'

export type Refund = {
  readonly id: ReservationId
  readonly offer: OfferedContext
  /** Null: the order is gone. */
  readonly status: ReservationStatus | null
  readonly currency: Currency
  /** What this request refunds, and what can still be refunded. */
  readonly amount: Minor
  readonly left: Minor
  readonly refunds: readonly PaidRefund[]
  readonly tickets: number
  readonly creditNoteNumber: string | null
  /** It was done before, and nothing was done again. */
  readonly isRepeated: boolean
}

export type RefundOutcome =
  | { readonly kind: 'done'; readonly refund: Refund }
  | {
      readonly kind: 'refused'
      /**
       * `no-request-id`: an amount, which could go back twice. `other-request`: the id was used for another request.
       */
      readonly reason: RefundRefusal | 'no-request-id' | 'other-request'
      /** What can still be refunded; null where nothing was paid online. */
      readonly left: { readonly amount: Minor; readonly currency: Currency } | null
    }
  /** The order is of another organisation, or unknown. */
  | { readonly kind: 'foreign' }

type RefundBy = {
  readonly form: RefundForm
  readonly by: Principal
  /** Who it is, for the trail; left out for a key, which has its own name. */
  readonly actor?: string | undefined
  /** Done at the end of the same transaction, unless the request was made before. */
  readonly also?: AlsoDone
}

/**
 * An organiser refunds an order, some of its tickets, or an amount. One transaction locks the order and its payments,
 * decides and writes, so that parallel requests never refund more than has come; after the commit, the refund job asks
 * the provider.
 */
export async function refundOrder(
  shop: Shop,
  id: ReservationId,
  { form, by, actor, also }: RefundBy,
): Promise<RefundOutcome> {
  const offer = await offerOfOrder(shop, id)
  if (!offer || !may(by, 'manage-orders', { ...ownerOf(offer), eventId: offer.context.id })) return { kind: 'foreign' }
  const named = actor ?? (by.kind === 'key' ? by.description : undefined)
  const done = await transaction(shop.db, async tx => {
    const outcome = await refundWithin(tx, { shop, id, offer, form, by: named })
    if (outcome.kind === 'done' && !outcome.refund.isRepeated) await also?.(tx)
    return outcome
  })
  if (done.kind === 'done' && !done.refund.isRepeated) await follow(shop, done)
  return done
}

/** What an order is for, also when only its payments are left. */
export async function offerOfOrder(shop: Shop, id: ReservationId): Promise<OfferedContext | undefined> {
  const offer = await offerOfReservation(shop, id)
  if (offer) return offer
  const [payment] = await paymentsOfOrder(shop.db, id)
  return payment && offerOfPayment(shop, payment)
}

export type RefundCall = {
  readonly shop: Shop
  readonly id: ReservationId
  readonly offer: OfferedContext
  readonly form: RefundForm
  /** For the trail: the name of the key or member; left out for a command. */
  readonly by?: string | undefined
  /** The whole event is cancelled: its mail is another one. */
  readonly cancellation?: EventCancelled
}

type Done = Extract<RefundOutcome, { kind: 'done' }> & { readonly changed: ChangedOrder }

/** The same within a transaction. The caller has checked who may, and afterwards does what `follow` would. */
export async function refundWithin(tx: Tx, call: RefundCall): Promise<Done | Exclude<RefundOutcome, { kind: 'done' }>> {
  const { shop, id, offer, form } = call
  const reservation = await lockReservationOfBooks(tx, id)
  const payments = await lockPaymentsOfOrder(tx, id)
  const earlier = form.requestId == null ? undefined : await findRequest(tx, id, form.requestId)
  const payment = paymentOf(shop, payments, form)
  const currency = payment?.currency ?? reservation?.currency ?? NO_CURRENCY
  const left = payment ? { amount: moneyLeft(payment), currency } : null
  if (form.what === 'AMOUNT' && form.requestId == null) return { kind: 'refused', reason: 'no-request-id', left }
  if (earlier) {
    if (earlier.asked !== requestText(form)) return { kind: 'refused', reason: 'other-request', left }
    return { ...(await answer(tx, { ...call, currency, kept: earlier.answer, isRepeated: true })), changed: UNCHANGED }
  }
  const order = reservation ? await completeOrder(tx, offer, reservation) : null
  const requested = readRefundRequest(form, order, currency)
  const reduced = order && requested.kind === 'tickets' ? withoutTickets(order, requested.ids) : null
  const facts = factsOf({ order, payment, reduced, isMoneyReturned: form.money ?? true })
  const decision = decideRefund(requested, facts)
  if (decision.kind === 'refused') return { kind: 'refused', reason: decision.reason, left }
  const changed = await change(tx, call, { order, reduced, decision, paid: facts.payment?.left ?? ZERO })
  if (order && decision.change !== 'none') {
    const removed = reduced?.removed ?? null
    const areHoldersNotified = form.notifyHolders ?? false
    const { cancellation } = call
    if (cancellation) await mailEventCancelled(tx, shop, { order, changed, cancellation, amount: decision.amount })
    else await mailChanged(tx, shop, { order, removed, changed, amount: decision.amount, areHoldersNotified })
  }
  const kept = await refundMoney(tx, call, { payment, decision, changed })
  return { ...(await answer(tx, { ...call, currency, kept, isRepeated: false })), changed }
}

/** Whose money it is. Of several that the order could not take, one that has some left. */
function paymentOf(shop: Shop, payments: readonly PaidPayment[], { what }: RefundForm): PaidPayment | undefined {
  const paid = paidOnline(shop, payments, what === 'NOT_TAKEN' ? 'isReturned' : 'hasPaid')
  return paid.findLast(payment => moneyLeft(payment) > ZERO) ?? paid.at(-1)
}

type FactsOf = {
  readonly order: Order | null
  readonly payment: PaidPayment | undefined
  readonly reduced: ReducedOrder | null
  readonly isMoneyReturned: boolean
}

function factsOf({ order, payment, reduced, isMoneyReturned }: FactsOf): RefundFacts {
  const paid: PaymentToRefund = payment
    ? {
        left: moneyLeft(payment),
        currency: payment.currency,
        receivedIn: payment.received?.currency ?? payment.currency,
      }
    : null
  const total = order?.reservation.price.total ?? ZERO
  return {
    order: order && { status: order.reservation.status, total, tickets: order.tickets },
    payment: paid,
    worth: reduced ? minus(total, reduced.rest.reservation.price.total) : ZERO,
    isMoneyReturned,
  }
}

type Accepted = Extract<RefundDecision, { kind: 'accepted' }>

type Change = {
  readonly order: Order | null
  readonly reduced: ReducedOrder | null
  readonly decision: Accepted
  /** What of the payment has not gone back before. */
  readonly paid: Minor
}

/**
 * What becomes of the order. Money alone is credited while the order continues and after it has ended: a pass that was withdrawn from in
 * proportion was credited in proportion.
 */
async function change(
  tx: Tx,
  { shop, id, form, by }: RefundCall,
  { order, reduced, decision, paid }: Change,
): Promise<ChangedOrder> {
  const actor = by === undefined ? {} : { by }
  const now = shop.clock.now()
  if (order) {
    const modifications = { what: form.what, amount: String(decision.amount) }
    await noteAudit(tx, {
      at: now,
      type: 'REFUND_REQUESTED',
      reservation: order.reservation,
      ...actor,
      modifications,
    })
  }
  if (!order) return UNCHANGED
  if (decision.change === 'none') {
    // Money that no order could take has no document.
    if (form.what === 'NOT_TAKEN') return UNCHANGED
    const { amount } = decision
    return { ...UNCHANGED, creditNote: await creditReturned(tx, shop, order, { amount, stays: minus(paid, amount) }) }
  }
  if (decision.change === 'remove-tickets') {
    if (!reduced) throw new Error(`tickets of ${id} are to be removed, and it is not said which`)
    return removeTickets(tx, shop, order, reduced, actor)
  }
  await endReviewsOfOrder(tx, id, now)
  return endOrder(tx, shop, order, actor)
}

type DecidedRefund = {
  readonly payment: PaidPayment | undefined
  readonly decision: Accepted
  readonly changed: ChangedOrder
}

/** Writes what to ask the provider, and the answer to this request from now on. */
async function refundMoney(
  tx: Tx,
  { shop, id, offer, form }: RefundCall,
  { payment, decision, changed }: DecidedRefund,
): Promise<KeptAnswer> {
  const now = shop.clock.now()
  const { amount } = decision
  const refundIds: string[] = []
  if (amount > ZERO) {
    if (!payment) throw new Error(`money of ${id} is to be refunded, and nothing was paid`)
    const documentId = decision.change === 'none' ? (changed.creditNote?.documentId ?? null) : null
    const newRefund = { amount, origin: 'ORGANISER' as const, reason: null, documentId, now }
    refundIds.push(String(await insertRefund(tx, payment, newRefund)))
  }
  const answered = {
    amount: String(amount),
    refundIds,
    tickets: changed.tickets,
    creditNoteNumber: changed.creditNote?.number ?? null,
  }
  if (form.requestId != null) {
    const request = {
      contextId: offer.context.id,
      requestId: form.requestId,
      asked: requestText(form),
      answer: answered,
      now,
    }
    await storeRequest(tx, id, request)
  }
  return answered
}

type Answer = RefundCall & { readonly currency: Currency; readonly kept: KeptAnswer; readonly isRepeated: boolean }

/** The state now, at every request. */
async function answer(
  tx: Tx,
  { shop, id, offer, form, currency, kept, isRepeated }: Answer,
): Promise<Extract<RefundOutcome, { kind: 'done' }>> {
  const reservation = await lockReservationOfBooks(tx, id)
  const payments = await paymentsOfOrder(tx, id)
  const paid = paymentOf(shop, payments, form)
  const { amount, refundIds, tickets, creditNoteNumber } = kept
  return {
    kind: 'done',
    refund: {
      id,
      offer,
      status: reservation?.status ?? null,
      currency,
      amount: minor(BigInt(amount)),
      left: paid ? moneyLeft(paid) : ZERO,
      refunds: payments.flatMap(({ refunds }) => refunds).filter(row => refundIds.includes(String(row.id))),
      tickets,
      creditNoteNumber,
      isRepeated,
    },
  }
}

/** Seats that are free, mails that are queued and money that is to go back find their way; a job finds what fails here. */
async function follow(shop: Shop, { refund: { id, offer }, changed }: Done): Promise<void> {
  await followChange(shop, offer, changed)
  await takeOffPassesOf(shop, id)
  await shop.jobs.wake('give-money-back')
  await shop.jobs.wake('deliver-mail')
}
