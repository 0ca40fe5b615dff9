import type { Instant } from '#domain/foundation/instant.ts'
import { has } from '#domain/order/reservation/states.ts'
import { noteAudit } from '#server/foundation/audit/audit.ts'
import { isOfEvent } from '#server/catalog/catalog/catalog.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { timestamp } from '#server/foundation/database/types.ts'
import type { LockedOrder } from '#server/order/order/offer-of-reservation.ts'

type Extension = { readonly until: Instant; readonly by: string; readonly now: Instant }

/**
 * The organiser puts off when the transfer of a locked order is due: it is not late any more, and its buyer is reminded
 * anew. Refused where no transfer has a deadline, for a moment that is over, and for one after the event has ended.
 */
export async function extendTransfer(
  tx: Tx,
  { reservation, offer }: LockedOrder,
  { until, by, now }: Extension,
): Promise<'extended' | 'status' | 'past' | 'after-event'> {
  if (!has(reservation, 'hasTransferDeadline')) return 'status'
  if (until <= now) return 'past'
  if (isOfEvent(offer) && until > offer.context.endsAt) return 'after-event'
  await tx.kysely
    .updateTable('reservation')
    .set({ validity: timestamp(until), transfer_reminded_at: null })
    .where('id', '=', reservation.id)
    .execute()
  await noteAudit(tx, { at: now, type: 'TRANSFER_EXTENDED', reservation, by })
  return 'extended'
}
