import type { AwaitedTransfer } from '#contract/organiser-payments.ts'
import { printed } from '#domain/foundation/money/money.ts'
import { shortId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { Shop } from '#server/catalog/context.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { type AwaitedOrder, type Whose, awaitedOrders } from './transfer-store.ts'

/** What an organiser searches for on the bank account, those that are due first at the top. */
export async function listAwaited({ db, clock }: Shop, whose: Whose): Promise<AwaitedTransfer[]> {
  const settings = await systemSettings(db)
  const shown = { length: settings.number('PARTIAL_RESERVATION_ID_LENGTH'), now: clock.now() }
  return (await awaitedOrders(db, whose)).map(order => present(order, shown))
}

/** A buyer who waits for instructions has no deadline yet, and cannot miss it. */
function present(order: AwaitedOrder, { length, now }: { length: number; now: number }): AwaitedTransfer {
  const { id, name, status, amount, currency, contact } = order
  const deadline = has(order, 'hasTransferDeadline') ? order.validity : null
  return {
    reservationId: id,
    shortId: shortId(order, length),
    event: name,
    status,
    amount: printed(amount, currency),
    currency,
    deadline,
    overdue: deadline !== null && deadline <= now,
    contact,
  }
}
