import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { type Tx, statement } from '#server/foundation/database/database.ts'

/**
 * Did a payment, a refund, an invoice, a receipt or a credit note of the order ever exist (lifecycle A.2)? A payment that
 * was refused counts, too: it was begun. The caller has locked the order.
 */
export async function hadMoneyOrDocuments(tx: Tx, id: ReservationId): Promise<boolean> {
  const [row] = await tx.query(HAD_MONEY, [id])
  return row?.had ?? false
}

/** Refunds belong to payments, and a number to a document. */
const HAD_MONEY = statement<{ had: boolean }>(
  'order-had-money',
  `select exists (select from payment_transaction where order_id = $1)
     or exists (select from billing_document where reservation_id = $1) as had`,
)
