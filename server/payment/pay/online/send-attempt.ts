import { setTimeout as pause } from 'node:timers/promises'
import type { Shop } from '#server/catalog/context.ts'
import type { CallOutcome, CancelOutcome } from '#server/providers/port/online.ts'
import { type PaymentOf, cancelAtProvider, sendToProvider } from './ask-provider.ts'
import { type StoredAttempt, unansweredAttempt } from './attempts.ts'
import { followUp } from './follow-up.ts'
import type { Recorded, Step } from './locked-payment.ts'
import { findPayment } from './payments.ts'
import { recordAnswer, recordCancel } from './record-outcome.ts'

/**
 * From an attempt to what follows from it: the provider is asked (ask-provider.ts), its answer is recorded in a
 * transaction (record-outcome.ts), and what follows is done after it (follow-up.ts). What the record asks for next, such
 * as to take reserved money, goes the same way once more.
 */

/** What became of the order, and what the provider has said last. */
export type PaymentCheck = {
  readonly recorded: Recorded
  readonly outcome: CallOutcome | CancelOutcome
  /** What the buyer reads, by the code of a text, where it is not what the provider has said. */
  readonly why?: string
}

/** An answer that was lost may be had a moment later. */
const SOON_MS = 500
/** A buyer who waits for Pay is not kept waiting for more sendings after that. */
const LONGEST_WAIT_MS = 5000

/**
 * As `send`, for a buyer who waits: an attempt without a reply is sent again at once and soon after, with its key. Only what is
 * unknown then keeps the order from its other ways to pay (lifecycle A.3.9).
 */
export async function sendUntilAnswered(shop: Shop, of: PaymentOf, first: StoredAttempt): Promise<PaymentCheck> {
  const startedAt = performance.now()
  let check = await send(shop, of, first)
  for (const wait of [0, SOON_MS]) {
    if (check.recorded !== 'open' || check.outcome.kind !== 'unknown') return check
    if (performance.now() - startedAt > LONGEST_WAIT_MS) return check
    await pause(wait)
    const attempt = await unansweredAttempt(shop.db, of.payment)
    if (attempt?.id !== first.id) return check
    check = await sendNext(shop, of, attempt)
  }
  return check
}

/** Sends an attempt and records its outcome, and those of the attempts that follow from it. */
export async function send(shop: Shop, of: PaymentOf, attempt: StoredAttempt): Promise<PaymentCheck> {
  if (attempt.step === 'CANCEL') {
    const outcome = await cancelAtProvider(shop, of, attempt)
    return finish(shop, of, outcome, await recordCancel(shop, of, outcome))
  }
  const outcome = await sendToProvider(shop, of, attempt)
  return finish(shop, of, outcome, await recordAnswer(shop, of, attempt, outcome))
}

/** Sends an attempt that follows from what was just learnt, with all that is known of its payment by now. */
export async function sendNext(shop: Shop, of: PaymentOf, attempt: StoredAttempt): Promise<PaymentCheck> {
  const payment = (await findPayment(shop.db, of.payment.id)) ?? of.payment
  return send(shop, { ...of, payment }, attempt)
}

/** Does what follows from a record, and sends the attempt that it asks for. */
export async function finish(
  shop: Shop,
  of: PaymentOf,
  outcome: PaymentCheck['outcome'],
  step: Step,
): Promise<PaymentCheck> {
  const { recorded, next, why } = step
  await followUp(shop, of.payment, step)
  const own: PaymentCheck = { recorded, outcome, ...(why !== undefined && { why }) }
  if (!next) return own
  const followed = await sendNext(shop, of, next)
  return recorded === 'to-review' || why !== undefined ? own : followed
}
