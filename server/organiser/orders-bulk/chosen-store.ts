import { sql } from 'kysely'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import type { ChosenOrder } from '#domain/organiser/order-desk/bulk-action.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { whereTicket, sqlPaymentHas, sqlRefundHas } from '#server/foundation/database/status-sql.ts'

/** An order that was chosen, with its money. */
export type Chosen = ChosenOrder & {
  readonly id: ReservationId
  readonly organizationId: number
  readonly eventId: number
  readonly proxy: PaymentProxy | null
  readonly currency: string | null
  readonly total: bigint
  /** What has come by a payment and was not refunded; also of payments by hand. */
  readonly left: bigint
}

/** The orders of these ids, the oldest first, as they are now. */
export async function readChosen(on: Queryable, ids: readonly string[]): Promise<Chosen[]> {
  const { rows } = await sql<Omit<Chosen, 'isMoneyLeft'>>`
    select reservation.id, context.organization_id as "organizationId", context.id as "eventId", reservation.status,
      reservation.erased_at is not null as "isErased", payment_proxy as proxy, reservation.currency,
      final_price as total,
      exists (select from ticket where reservation_id = reservation.id and ${whereTicket('isCheckedIn')}) as "isLetIn",
      coalesce((select sum(greatest(coalesce(received_amount, amount)
          - coalesce((select sum(refund.amount) from payment_refund as refund
            where refund.transaction_id = payment.id and ${sql.raw(sqlRefundHas('isRunning', 'refund.status'))}), 0)
          - coalesce((select sum(dispute.amount) from payment_dispute as dispute
            where dispute.transaction_id = payment.id and dispute.status <> 'WON'), 0), 0))
        from payment_transaction as payment
        where payment.order_id = reservation.id and ${sql.raw(sqlPaymentHas('hasPaid', 'payment.status'))}), 0)::bigint as "left"
    from reservation join purchase_context as context on context.id = purchase_context_id
    where reservation.id = any(${[...ids]}::uuid[]) order by reservation.created_at, reservation.id`.execute(on.kysely)
  return rows.map(row => ({ ...row, isMoneyLeft: row.left > 0n }))
}
