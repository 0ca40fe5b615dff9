import { sql } from 'kysely'
import { type ReservationStatus, has } from '#domain/order/reservation/states.ts'
import type { Database } from '#server/foundation/database/database.ts'

/**
 * Puts a reservation into the status it would have after moves that a test does not make, with what that status
 * implies: a provider handles its payment, and a complete one has a time of confirmation.
 */
export async function setStatus({ kysely }: Pick<Database, 'kysely'>, id: string, status: ReservationStatus) {
  const proxy = has({ status }, 'awaitsTransfer') ? 'OFFLINE' : 'NONE'
  await kysely
    .updateTable('reservation')
    .set({
      status,
      payment_proxy: has({ status }, 'isOpen') ? null : sql<string>`coalesce(payment_proxy, ${proxy})`,
      ...(has({ status }, 'isComplete') && { confirmed_at: sql<Date>`coalesce(confirmed_at, created_at)` }),
    })
    .where('id', '=', id)
    .execute()
}
