import { isDeepStrictEqual } from 'node:util'
import { after } from '#domain/foundation/instant.ts'
import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import type { CallOutcome, CancelOutcome } from '#server/providers/port/online.ts'
import type { ProviderData } from '#server/providers/port/terms.ts'
import { latestMomentOf } from '../latest-moment.ts'
import type { PaymentOf } from './ask-provider.ts'
import { type StoredAttempt, storeAnswer, unansweredAttempt } from './attempts.ts'
import { type PaymentFacts, type Step, onLockedPayment, step } from './locked-payment.ts'
import { authorize, review, settle } from './record-money.ts'
import { end, goOn, leave, refuse, recordRefusal } from './record-no-money.ts'

/**
 * Records what a provider reports about a payment, in one transaction, for every source: the buyer's own request, a
 * message or a check. The first end counts and every later one changes nothing, so reports may come twice, late and out
 * of order; money that comes for a payment that had been given up is taken or refunded.
 */
export function recordOutcome(
  shop: Shop,
  of: PaymentOf,
  outcome: CallOutcome,
  buyer: { readonly isBuyerThere: boolean; readonly isGoingOn?: boolean } = { isBuyerThere: true },
): Promise<Step> {
  return onLockedPayment(shop, of, (tx, facts) =>
    record(tx, { ...facts, ...buyer }, withMergedData(outcome, facts.payment.data, of.payment.data)),
  )
}

/**
 * Records what the provider has answered to an attempt. Sent by two at once, a request may be carried out for one and refused
 * to the other, such as by a limit of requests: once one of them has an answer, a refusal of the other says nothing.
 */
export function recordAnswer(shop: Shop, of: PaymentOf, attempt: StoredAttempt, outcome: CallOutcome): Promise<Step> {
  return onLockedPayment(shop, of, async (tx, facts) => {
    const isAnswered = (await unansweredAttempt(tx, facts.payment))?.id !== attempt.id
    if ((outcome.kind === 'refused' || outcome.kind === 'unreached') && isAnswered) return step('over')
    const merged = withMergedData(outcome, facts.payment.data, of.payment.data)
    return record(tx, { ...facts, isBuyerThere: true }, merged)
  })
}

/**
 * Ends a payment whose page no buyer has, if one that begins now could last longer than its order may be held
 * (lifecycle A.3.9): its provider would keep the seats for a page that no buyer opens. `lastsMs`: how long it may last.
 */
export function recordTooLate(shop: Shop, of: PaymentOf, attempt: StoredAttempt, lastsMs: number): Promise<Step> {
  return onLockedPayment(shop, of, async (tx, facts) => {
    const { payment, order, now } = facts
    const isUnanswered = (await unansweredAttempt(tx, payment))?.id === attempt.id
    if (!isUnanswered || !payment.isLive || payment.reference !== null) return step('open')
    if (order && after(now, lastsMs) <= latestMomentOf(shop, order, now)) return step('open')
    await storeAnswer(tx, payment.id, { kind: 'cancelled', now })
    return leave(tx, facts)
  })
}

/** Records the result of asking the provider to take no more money. */
export function recordCancel(shop: Shop, of: PaymentOf, outcome: CancelOutcome): Promise<Step> {
  return onLockedPayment(shop, of, async (tx, facts) => {
    if (outcome.kind === 'unknown' || !facts.payment.isLive) return step('open')
    await storeAnswer(tx, facts.payment.id, { kind: outcome.kind, now: facts.now })
    if (outcome.kind !== 'cancelled') return step('open')
    // The refusal of an earlier card is not why it was not paid (lifecycle B.3); what the shop gave up keeps the shop's reason.
    const { payment } = facts
    return paymentHas(payment, 'isOpen') && payment.refusal !== null ? leave(tx, facts) : end(tx, facts)
  })
}

async function record(tx: Tx, facts: PaymentFacts, outcome: CallOutcome): Promise<Step> {
  const { payment, now } = facts
  if (outcome.kind === 'unknown') return step('open')
  await storeAnswer(tx, payment.id, { kind: outcome.kind, now })
  switch (outcome.kind) {
    case 'settled':
      return settle(tx, facts, outcome)
    case 'authorized':
      return authorize(tx, facts, outcome)
    case 'mismatch':
      return review(tx, facts, { reason: 'OTHER_PAYMENT', detail: outcome.reason })
    case 'redirect':
    case 'needs-browser':
    case 'waiting':
      return payment.isLive ? goOn(tx, facts, outcome) : step('over')
    case 'refused':
      if (!payment.isLive) return step('over')
      return recordRefusal(tx, facts, outcome)
    case 'unreached': {
      const { code, isOver } = outcome
      return payment.isLive ? refuse(tx, facts, { kind: 'refused', code, isOver }, { leavesTime: false }) : step('over')
    }
    case 'cancelled':
      return payment.isLive ? leave(tx, facts) : step('over')
    default:
      return outcome satisfies never
  }
}

/**
 * What is known of a payment after an outcome. Its provider was asked with what was known then (`seen`), and meanwhile something may
 * have been added, such as that the buyer has agreed: that stays, unless the provider has said otherwise.
 */
export function mergedData(stored: ProviderData, seen: ProviderData, reported: ProviderData): ProviderData {
  if (isDeepStrictEqual(stored, seen)) return reported
  const news = Object.entries(reported).filter(([name, value]) => seen[name] !== value)
  return { ...stored, ...Object.fromEntries(news) }
}

/** The same for what an outcome reports; most report everything. */
function withMergedData(outcome: CallOutcome, stored: ProviderData, seen: ProviderData): CallOutcome {
  if (!('data' in outcome) || outcome.data === undefined) return outcome
  return { ...outcome, data: mergedData(stored, seen, outcome.data) }
}
