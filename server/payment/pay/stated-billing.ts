import { type Billing, readBilling } from '#domain/order/reservation/billing.ts'
import type { Reservation, ReservationId } from '#domain/order/reservation/reservation.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { documentsOf } from '#server/order/order/read-order.ts'

/** Where an invoice goes, as the organiser knows it who confirms a payment. */
export type StatedBilling = Pick<
  Billing,
  'recipient' | 'companyName' | 'addressLine1' | 'addressLine2' | 'zip' | 'city' | 'state' | 'country'
>

/**
 * Stores where the invoice of an order goes that its organiser confirms, and returns it. What the organiser leaves out stays as the buyer
 * has typed it, and so does everything once an invoice is issued, which names the address. The caller has locked the order.
 */
export async function takeStatedBilling(
  tx: Tx,
  { id, billing: typed }: Pick<Reservation, 'id' | 'billing'>,
  stated: StatedBilling | null,
): Promise<Billing> {
  if (stated === null || (await documentsOf(tx, id)).invoiceNumber !== null) return typed
  const filled = Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== null))
  const billing = readBilling({ ...typed, ...filled, isBusiness: typed.isBusiness || stated.companyName !== null })
  await storeBilling(tx, id, billing)
  return billing
}

async function storeBilling(tx: Tx, id: ReservationId, billing: Billing): Promise<void> {
  await tx.kysely
    .updateTable('reservation')
    .set({ billing: JSON.stringify(billing) })
    .where('id', '=', id)
    .execute()
}
