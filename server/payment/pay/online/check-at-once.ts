import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { checkPayment } from './check-payment.ts'
import { beginCheck, findPayment, offerOfPayment } from './payments.ts'
import { checkRefundsSoon } from './refunds.ts'
import { recordAftermath } from './record-aftermath.ts'
import { sendRefunds } from './send-refunds.ts'

/** A provider is asked about one payment no more often than that. */
const PAUSE_MS = 5000

/** `paid`: the money is there. `ended`: it ends without money. `open`: it is not decided yet. `unknown`: no answer. */
export type CheckedAtOnce = 'paid' | 'ended' | 'open' | 'unknown'

/**
 * An organiser has the provider asked about a payment now, and what it answers recorded: of one without money, what has
 * become of it; of one with money, what has become of its refunds. Undefined where it is unknown.
 */
export async function checkAtOnce(shop: Shop, id: bigint): Promise<CheckedAtOnce | undefined> {
  const payment = await findPayment(shop.db, id)
  const offer = payment && (await offerOfPayment(shop, payment))
  if (!payment || !offer) return undefined
  const mayAsk = await beginCheck(shop.db, id, { now: shop.clock.now(), pause: PAUSE_MS })
  let isAnswered = true
  if (mayAsk && paymentHas(payment, 'hasMoney')) {
    await transaction(shop.db, tx => checkRefundsSoon(tx, id, shop.clock.now()))
    await sendRefunds(shop)
    isAnswered = await recordAftermath(shop, { payment, offer })
  } else if (mayAsk) {
    isAnswered = (await checkPayment(shop, payment, 'timer')).outcome.kind !== 'unknown'
  }
  if (!isAnswered) return 'unknown'
  const after = (await findPayment(shop.db, id)) ?? payment
  if (paymentHas(after, 'hasMoney')) return 'paid'
  return paymentHas(after, 'isOpen') || after.isLive ? 'open' : 'ended'
}
