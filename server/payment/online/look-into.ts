import type { Shop } from '#server/context.ts'
import { eachRow, untilNothingIsDue } from '#server/jobs/rows.ts'
import { offerOfReservation } from '#server/order/offer-of-reservation.ts'
import { finishConfirmed } from '../finalize.ts'
import { callProvider, lookAtProvider } from './call-provider.ts'
import { type Recorded, recordOutcome } from './record-outcome.ts'
import { type StoredPayment, takeToLookInto, unansweredAttempt } from './store.ts'

const JOB = 'look-into-payments'

/**
 * Finds out what has become of payments that nobody has told the end of: the buyer went away, a webhook never came, or
 * the process ended between two steps. Returns how many came to an end.
 */
export function lookIntoPayments(shop: Shop): Promise<number> {
  return untilNothingIsDue(shop, JOB, async () => {
    const due = await takeToLookInto(shop.db, shop.clock.now())
    const done = await eachRow(shop, due, {
      job: JOB,
      nameOf: ({ reservationId }) => ({ kind: 'reservation', id: reservationId }),
      work: async payments => {
        let ended = 0
        for (const payment of payments) if ((await lookInto(shop, payment)) !== 'open') ended += 1
        return ended
      },
    })
    return { found: due.length, done }
  })
}

/**
 * Asks the provider how one payment stands, and records it. An attempt that has no reply is sent again with its key:
 * whether it ever arrived, the provider takes it for the same wish. Returns what became of the order.
 */
export async function lookInto(shop: Shop, payment: StoredPayment): Promise<Recorded> {
  const offer = await offerOfReservation(shop, payment.reservationId)
  if (!offer) return 'over'
  const attempt = await unansweredAttempt(shop.db, payment)
  const outcome = attempt
    ? await callProvider(shop, attempt, offer.settings)
    : await lookAtProvider(shop, payment, offer.settings)
  const recorded = await recordOutcome(shop, payment, outcome)
  if (recorded === 'confirmed') await finishConfirmed(shop, payment.reservationId)
  return recorded
}
