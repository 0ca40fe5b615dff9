import { refundHas } from '#domain/payment/refund/refund-states.ts'
import type { Shop } from '#server/catalog/context.ts'
import { assertNoTransactionOpen } from '#server/foundation/database/database.ts'
import { eachRow, untilNothingIsDue } from '#server/foundation/jobs/rows.ts'
import type { RefundAttempt, RefundOutcome } from '#server/providers/port/online.ts'
import { type ProviderSettings, providerOf } from '#server/providers/registry/registry.ts'
import { type PaymentOf, paymentFor } from './ask-provider.ts'
import { findPayment, offerOfPayment } from './payments.ts'
import { recordRefund } from './record-refund.ts'
import { type StoredRefund, noteRefundSent, takeRefunds } from './refunds.ts'

const JOB = 'give-money-back'

/**
 * Sends the pending refunds to the provider of the payment, and checks the accepted ones, which may fail days later.
 * Returns how many refunds came to an end.
 */
export function sendRefunds(shop: Shop): Promise<number> {
  return untilNothingIsDue(shop, JOB, async () => {
    const due = await takeRefunds(shop.db, shop.clock.now())
    const done = await eachRow(shop, due, {
      job: JOB,
      nameOf: ({ id }) => ({ kind: 'refund', id: String(id) }),
      work: async refunds => {
        let ended = 0
        for (const refund of refunds) if (await sendRefund(shop, refund)) ended += 1
        return ended
      },
    })
    return { found: due.length, done }
  })
}

async function sendRefund(shop: Shop, refund: StoredRefund): Promise<boolean> {
  const payment = await findPayment(shop.db, refund.paymentId)
  const offer = payment && (await offerOfPayment(shop, payment))
  if (!payment || !offer) return false
  const of = { payment, offer }
  return recordRefund(shop, of, refund, await outcomeOf(shop, of, refund))
}

/** Without a reply nothing is known; where it can't be repeated safely, a person has to find out. */
async function outcomeOf(shop: Shop, of: PaymentOf, refund: StoredRefund): Promise<RefundOutcome> {
  assertNoTransactionOpen()
  const { proxy, orderId } = of.payment
  const refunds = providerOf(shop.providers, proxy)?.online?.refunds
  if (!refunds) return { kind: 'refused', reason: `${proxy} is not asked by this shop` }
  const isAccepted = refundHas(refund, 'isAccepted')
  if (!isAccepted && refund.sends > 0 && !refunds.isRepeatable) {
    return { kind: 'refused', reason: 'nobody has answered, and asking again could give the money back twice' }
  }
  const now = shop.clock.now()
  await noteRefundSent(shop.db, refund, now)
  const attempt = attemptOf(shop, of, refund)
  try {
    return await (isAccepted ? refunds.read(attempt) : refunds.send(attempt))
  } catch (error) {
    shop.log.providerFailed(proxy, orderId, error)
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) }
  }
}

function attemptOf(shop: Shop, of: PaymentOf, refund: StoredRefund): RefundAttempt<ProviderSettings> {
  const { amount, idempotencyKey, sends, firstSentAt, reference, data } = refund
  return {
    payment: paymentFor(shop, of),
    amount,
    idempotencyKey,
    repetition: sends,
    firstSentAt: firstSentAt ?? shop.clock.now(),
    reference,
    data,
  }
}
