import { isTakenAtBoxOffice } from '#domain/catalog/payment-method/payment-method.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Minor, ZERO, plus } from '#domain/foundation/money/money.ts'
import { paymentHas } from '#domain/payment/pay/payment-states.ts'
import { FIRST_REFUND_STATUS } from '#domain/payment/refund/refund-states.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import { insertRefund, moveRefund } from '#server/payment/pay/online/move-refund.ts'
import { lockPaymentsOfOrder, moneyLeft } from '#server/payment/pay/online/paid-money.ts'

/**
 * Records that the money of an order, which was taken at a box office, has been returned there: no provider is asked. The caller
 * has locked the order. Returns how much it was.
 */
export async function recordReturnedByHand(tx: Tx, id: ReservationId, now: Instant): Promise<Minor> {
  let returned = ZERO
  for (const payment of await lockPaymentsOfOrder(tx, id)) {
    const amount = moneyLeft(payment)
    if (!isTakenAtBoxOffice(payment.proxy) || !paymentHas(payment, 'hasPaid') || amount === ZERO) continue
    const refund = await insertRefund(tx, payment, { amount, origin: 'ORGANISER', reason: null, documentId: null, now })
    const ended = { accepted_at: timestamp(now), ended_at: timestamp(now), next_look_at: null }
    await moveRefund(tx, { id: refund, status: FIRST_REFUND_STATUS }, 'DONE', { set: ended })
    returned = plus(returned, amount)
  }
  return returned
}
