import type { Shop } from '#server/catalog/context.ts'
import { finishConfirmed } from '../finalize.ts'
import type { Step } from './locked-payment.ts'
import type { StoredPayment } from './payments.ts'

/**
 * Does what follows from what was recorded of a payment, after the commit: a confirmed order is finished, mails and
 * refunds are sent, and visitors get the seats that became free.
 */
export async function followUp(
  shop: Shop,
  { orderId, proxy }: StoredPayment,
  { recorded, freed }: Pick<Step, 'recorded' | 'freed'>,
): Promise<void> {
  if (freed) await offerSeats(shop, freed, orderId)
  if (recorded === 'confirmed') {
    shop.log.confirmed(orderId, proxy)
    await finishConfirmed(shop, orderId)
  }
  if (recorded === 'refused' || recorded === 'to-review') await shop.jobs.wake('deliver-mail')
  if (recorded === 'given-back') await shop.jobs.wake('give-money-back')
}

/** The order is gone; visitors may be waiting for its seats. */
async function offerSeats(shop: Shop, freed: readonly number[], id: StoredPayment['orderId']): Promise<void> {
  for (const context of freed) shop.catalog.stockChanged(context)
  shop.log.expired([id])
  await shop.jobs.wake('distribute-seats')
  await shop.jobs.wake('deliver-mail')
}
