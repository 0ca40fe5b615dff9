import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import { mayBePaid } from '#domain/payment/pay/payment-life.ts'
import { GRACE_MS } from '#domain/order/reservation/hold.ts'
import { canMove } from '#domain/order/reservation/states.ts'
import type { Shop } from '#server/catalog/context.ts'
import { eachRow, untilNothingIsDue } from '#server/foundation/jobs/rows.ts'
import { moveReservation } from '#server/order/order/move-reservation.ts'
import type { CheckReason } from '#server/providers/port/online.ts'
import { providerOf } from '#server/providers/registry/registry.ts'
import { type StoredAttempt, storeAttempt, unansweredAttempt } from './attempts.ts'
import { type PaymentOf, readStateAtProvider } from './ask-provider.ts'
import { type StoredPayment, isWaitedFor, offerOfPayment, takeDueForCheck } from './payments.ts'
import { type Step, onLockedPayment } from './locked-payment.ts'
import { recordOutcome, recordTooLate } from './record-outcome.ts'
import { raiseReview } from './reviews.ts'
import { type PaymentCheck, finish, send, sendNext } from './send-attempt.ts'

const JOB = 'look-into-payments'

/**
 * Finds out what has become of payments whose end is not known: the buyer went away, a message never came, the process
 * ended between two steps, or the order is paid otherwise. Returns how many came to an end.
 */
export function checkPayments(shop: Shop): Promise<number> {
  return untilNothingIsDue(shop, JOB, async () => {
    const due = await takeDueForCheck(shop.db, shop.clock.now(), GRACE_MS)
    const done = await eachRow(shop, due, {
      job: JOB,
      nameOf: ({ orderId }) => ({ kind: 'reservation', id: orderId }),
      work: async payments => {
        let ended = 0
        for (const payment of payments) {
          const why = (await isWaitedFor(shop.db, payment, { now: shop.clock.now(), grace: GRACE_MS }))
            ? 'timer'
            : 'end'
          if ((await checkPayment(shop, payment, why)).recorded !== 'open') ended += 1
        }
        return ended
      },
    })
    return { found: due.length, done }
  })
}

/** `go-on`: the buyer has pressed Pay to go on with it; of all others see `CheckReason`. */
export type Why = CheckReason | 'go-on'

/**
 * Asks the provider for the state of one payment, records it, and does what follows: it takes or lets go reserved
 * money, and ends a payment that is no longer needed. It sends an attempt without a reply again with its key: even if
 * the first one arrived, the provider treats both as the same request.
 */
export async function checkPayment(shop: Shop, payment: StoredPayment, why: Why): Promise<PaymentCheck> {
  const offer = await offerOfPayment(shop, payment)
  if (!offer) return NOTHING
  const of = { payment, offer }
  const attempt = await unansweredAttempt(shop.db, payment)
  const check = attempt ? await sendInTime(shop, of, attempt) : await checkState(shop, of, why)
  // What was refused may still be paid at some providers.
  const isPayable = check.recorded === 'open' || check.recorded === 'refused'
  const ended = isPayable ? await cancelUnneeded(shop, of, check) : check
  return check.why === undefined ? ended : check
}

const NOTHING: PaymentCheck = { recorded: 'over', outcome: { kind: 'unknown', reason: 'its event is gone' } }

async function checkState(shop: Shop, of: PaymentOf, why: Why): Promise<PaymentCheck> {
  const isGoingOn = why === 'go-on'
  const isBuyerThere = isGoingOn || why === 'buyer' || why === 'return'
  const outcome = await readStateAtProvider(shop, of, isGoingOn ? 'buyer' : why)
  return finish(shop, of, outcome, await recordOutcome(shop, of, outcome, { isBuyerThere, isGoingOn }))
}

/**
 * As `send`, unless the attempt begins a payment on its provider's page and comes too late for its order: that one ends here,
 * for no buyer knows the page.
 */
async function sendInTime(shop: Shop, of: PaymentOf, attempt: StoredAttempt): Promise<PaymentCheck> {
  const { payment, offer } = of
  const online = providerOf(shop.providers, payment.proxy)?.online
  if (attempt.step === 'CHARGE' && payment.reference === null && online?.isPaidOnItsPage) {
    const step = await recordTooLate(shop, of, attempt, online.longestPaymentMs(offer.settings))
    if (step.recorded !== 'open') return finish(shop, of, { kind: 'cancelled' }, step)
  }
  return send(shop, of, attempt)
}

/**
 * A payment that may still be paid, and should not be any more: the shop cancels it at its provider. It keeps the seats
 * until the provider agrees, and as long as the provider works on the payment, which takes days for some ways to pay.
 * An order whose provider says nothing is left to a person after the time of grace (lifecycle A.3.8).
 */
async function cancelUnneeded(shop: Shop, of: PaymentOf, check: PaymentCheck): Promise<PaymentCheck> {
  const { next } = await onLockedPayment(shop, of, async (tx, facts) => {
    const { payment, order, now } = facts
    if (!payment.isLive || mayBePaid(payment, order?.reservation ?? null, { now, grace: GRACE_MS })) return OPEN
    const isWorkedOn = check.outcome.kind === 'waiting' && paymentHas(payment, 'isOpen') && order !== null
    if (isWorkedOn) return OPEN
    if (check.outcome.kind === 'unknown') {
      if (order && canMove(order.reservation.status, 'STUCK') && paymentHas(payment, 'isOpen')) {
        await moveReservation(tx, order.reservation, 'STUCK', { at: now, notes: [{ type: 'PAYMENT_TO_REVIEW' }] })
        await raiseReview(tx, shop, facts, { reason: 'NO_ANSWER', detail: check.outcome.reason, now })
      }
      return OPEN
    }
    return { recorded: 'open', next: await storeAttempt(tx, payment, { step: 'CANCEL', request: {}, now }) }
  })
  return next ? sendNext(shop, of, next) : check
}

const OPEN: Step = { recorded: 'open', next: null }
