import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { isWanted } from '#domain/payment/pay/payment-life.ts'
import { GRACE_MS } from '#domain/order/reservation/hold.ts'
import { canMove } from '#domain/order/reservation/transitions.ts'
import type { Shop } from '#server/catalog/context.ts'
import { eachRow, untilNothingIsDue } from '#server/foundation/jobs/rows.ts'
import { moveReservation } from '#server/order/order/move-reservation.ts'
import type { CallOutcome, CancelOutcome, LookReason } from '#server/providers/port/online.ts'
import { providerOf } from '#server/providers/registry/registry.ts'
import { finishConfirmed } from '../finalize.ts'
import { type StoredAttempt, storeAttempt, unansweredAttempt } from './attempts.ts'
import { type PaymentOf, cancelAtProvider, lookAtProvider, sendAttempt } from './ask-provider.ts'
import { type StoredPayment, findPayment, isWaitedFor, offerOfPayment, takeToLookInto } from './payments.ts'
import { raiseReview } from './raise-review.ts'
import { type Recorded, type Step, onLockedPayment } from './locked-payment.ts'
import { recordAnswer, recordCancel, recordOutcome, recordTooLate } from './record-outcome.ts'

const JOB = 'look-into-payments'

/**
 * Finds out what has become of payments whose end is not known: the buyer went away, a message never came, the process
 * ended between two steps, or the order is paid otherwise. Returns how many came to an end.
 */
export function lookIntoPayments(shop: Shop): Promise<number> {
  return untilNothingIsDue(shop, JOB, async () => {
    const due = await takeToLookInto(shop.db, shop.clock.now(), GRACE_MS)
    const done = await eachRow(shop, due, {
      job: JOB,
      nameOf: ({ orderId }) => ({ kind: 'reservation', id: orderId }),
      work: async payments => {
        let ended = 0
        for (const payment of payments) {
          const why = (await isWaitedFor(shop.db, payment, { now: shop.clock.now(), grace: GRACE_MS }))
            ? 'timer'
            : 'end'
          if ((await lookInto(shop, payment, why)).recorded !== 'open') ended += 1
        }
        return ended
      },
    })
    return { found: due.length, done }
  })
}

/** What became of the order, and what the provider has said last. */
export type Looked = {
  readonly recorded: Recorded
  readonly outcome: CallOutcome | CancelOutcome
  /** What the buyer reads, by the code of a text, where it is not what the provider has said. */
  readonly why?: string
}

/** `go-on`: the buyer has pressed Pay to go on with it; of all others see `LookReason`. */
export type Why = LookReason | 'go-on'

/**
 * Asks the provider for the state of one payment, records it, and does what follows: it takes or lets go reserved
 * money, and ends a payment that is no longer needed. It sends an attempt without a reply again with its key: even if
 * the first one arrived, the provider treats both as the same request.
 */
export async function lookInto(shop: Shop, payment: StoredPayment, why: Why): Promise<Looked> {
  const offer = await offerOfPayment(shop, payment)
  if (!offer) return NOTHING
  const of = { payment, offer }
  const attempt = await unansweredAttempt(shop.db, payment)
  const looked = attempt ? await sendInTime(shop, of, attempt) : await look(shop, of, why)
  // What was refused may still be paid at some providers.
  const mayBePaid = looked.recorded === 'open' || looked.recorded === 'refused'
  const ended = mayBePaid ? await endUnwanted(shop, of, looked) : looked
  return looked.why === undefined ? ended : looked
}

const NOTHING: Looked = { recorded: 'over', outcome: { kind: 'unknown', reason: 'its event is gone' } }

async function look(shop: Shop, of: PaymentOf, why: Why): Promise<Looked> {
  const isGoingOn = why === 'go-on'
  const isBuyerThere = isGoingOn || why === 'buyer' || why === 'return'
  const outcome = await lookAtProvider(shop, of, isGoingOn ? 'buyer' : why)
  return follow(shop, of, outcome, await recordOutcome(shop, of, outcome, { isBuyerThere, isGoingOn }))
}

/** An answer that was lost may be had a moment later. */
const SOON_MS = 500
/** A buyer who waits for Pay is not kept waiting for more sendings after that. */
const LONGEST_WAIT_MS = 5000

/**
 * As `send`, for a buyer who waits: an attempt without a reply is sent again at once and soon after, with its key. Only what is
 * unknown then keeps the order from its other ways to pay (lifecycle A.3.9).
 */
export async function sendUntilAnswered(shop: Shop, of: PaymentOf, first: StoredAttempt): Promise<Looked> {
  const begun = performance.now()
  let looked = await send(shop, of, first)
  for (const wait of [0, SOON_MS]) {
    if (looked.recorded !== 'open' || looked.outcome.kind !== 'unknown') return looked
    if (performance.now() - begun > LONGEST_WAIT_MS) return looked
    await pause(wait)
    const attempt = await unansweredAttempt(shop.db, of.payment)
    if (attempt?.id !== first.id) return looked
    looked = await sendNext(shop, of, attempt)
  }
  return looked
}

/**
 * As `send`, unless the attempt begins a payment on its provider's page and comes too late for its order: that one ends here,
 * for no buyer knows the page.
 */
async function sendInTime(shop: Shop, of: PaymentOf, attempt: StoredAttempt): Promise<Looked> {
  const { payment, offer } = of
  const online = providerOf(shop.providers, payment.proxy)?.online
  if (attempt.step === 'CHARGE' && payment.reference === null && online?.isPaidOnItsPage) {
    const step = await recordTooLate(shop, of, attempt, online.longestPaymentMs(offer.settings))
    if (step.recorded !== 'open') return follow(shop, of, { kind: 'cancelled' }, step)
  }
  return send(shop, of, attempt)
}

/** Sends an attempt and records its outcome, and those of the attempts that follow from it. */
export async function send(shop: Shop, of: PaymentOf, attempt: StoredAttempt): Promise<Looked> {
  if (attempt.step === 'CANCEL') {
    const outcome = await cancelAtProvider(shop, of, attempt)
    return follow(shop, of, outcome, await recordCancel(shop, of, outcome))
  }
  const outcome = await sendAttempt(shop, of, attempt)
  return follow(shop, of, outcome, await recordAnswer(shop, of, attempt, outcome))
}

/** Sends an attempt that follows from what was just learnt, with all that is known of its payment by now. */
export async function sendNext(shop: Shop, of: PaymentOf, attempt: StoredAttempt): Promise<Looked> {
  const payment = (await findPayment(shop.db, of.payment.id)) ?? of.payment
  return send(shop, { ...of, payment }, attempt)
}

async function follow(
  shop: Shop,
  of: PaymentOf,
  outcome: Looked['outcome'],
  { recorded, next, why, freed }: Step,
): Promise<Looked> {
  const { payment } = of
  if (freed) await tellFreed(shop, payment, freed)
  if (recorded === 'confirmed') {
    shop.log.confirmed(payment.orderId, payment.proxy)
    await finishConfirmed(shop, payment.orderId)
  }
  if (recorded === 'refused' || recorded === 'to-review') await shop.jobs.wake('deliver-mail')
  if (recorded === 'given-back') await shop.jobs.wake('give-money-back')
  const own: Looked = { recorded, outcome, ...(why !== undefined && { why }) }
  if (!next) return own
  const followed = await sendNext(shop, of, next)
  return recorded === 'to-review' || why !== undefined ? own : followed
}

/** Visitors may be waiting for these seats. */
async function tellFreed(shop: Shop, { orderId }: StoredPayment, freed: readonly number[]): Promise<void> {
  for (const context of freed) shop.catalog.stockChanged(context)
  shop.log.expired([orderId])
  await shop.jobs.wake('distribute-seats')
  await shop.jobs.wake('deliver-mail')
}

/**
 * A payment that may still be paid, and should not be any more: the shop cancels it at its provider. It keeps the seats
 * until the provider agrees, and as long as the provider works on the payment, which takes days for some ways to pay.
 * An order whose provider says nothing is left to a person after the time of grace (lifecycle A.3.8).
 */
async function endUnwanted(shop: Shop, of: PaymentOf, looked: Looked): Promise<Looked> {
  const { next } = await onLockedPayment(shop, of, async (tx, facts) => {
    const { payment, order, now } = facts
    if (!payment.isLive || isWanted(payment, order?.reservation ?? null, { now, grace: GRACE_MS })) return OPEN
    const isWorkedOn = looked.outcome.kind === 'waiting' && paymentHas(payment, 'isOpen') && order !== null
    if (isWorkedOn) return OPEN
    if (looked.outcome.kind === 'unknown') {
      if (order && canMove(order.reservation.status, 'STUCK') && paymentHas(payment, 'isOpen')) {
        await moveReservation(tx, order.reservation, 'STUCK', { at: now, notes: [{ type: 'PAYMENT_TO_REVIEW' }] })
        await raiseReview(tx, shop, facts, { reason: 'NO_ANSWER', detail: looked.outcome.reason, now })
      }
      return OPEN
    }
    return { recorded: 'open', next: await storeAttempt(tx, payment, { step: 'CANCEL', request: {}, now }) }
  })
  return next ? sendNext(shop, of, next) : looked
}

const OPEN: Step = { recorded: 'open', next: null }
