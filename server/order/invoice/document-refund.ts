import type { Currency } from '#domain/foundation/money/currency.ts'
import { type Minor, ZERO, printed } from '#domain/foundation/money/money.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { findDocument, storeDocument } from './store.ts'

type Refunded = {
  readonly reservation: { readonly id: ReservationId; readonly contextId: number }
  /** All that has gone back, or is on its way. */
  readonly refunded: Minor
  readonly currency: Currency
}

/**
 * The receipt of an order says how much of it has gone back; an invoice is credited instead (lifecycle C.3). The caller holds the
 * reservation.
 */
export async function documentRefund(
  tx: Tx,
  { clock }: Pick<Shop, 'clock'>,
  { reservation, refunded, currency }: Refunded,
): Promise<void> {
  const receipt = await findDocument(tx, reservation.id, 'RECEIPT')
  if (!receipt) return
  const before = receipt.document.refunded ?? printed(ZERO, currency)
  const amount = printed(refunded, currency)
  if (before === amount) return
  const now = clock.now()
  const document = { ...receipt.document, refunded: amount }
  const id = await storeDocument(tx, reservation.id, { document, now })
  const modifications = { document: id, kind: document.type }
  await noteAudit(tx, { at: now, type: 'BILLING_DOCUMENT_GENERATED', reservation, modifications })
}
