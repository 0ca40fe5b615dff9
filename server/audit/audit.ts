import type { Instant } from '#domain/instant.ts'
import type { Reservation } from '#domain/reservation/reservation.ts'
import { timestamp } from '#server/database/types.ts'
import type { Tx } from '#server/database/database.ts'

/** What is worth keeping about a reservation after it is gone (lifecycle L). */
export type AuditType =
  | 'CANCEL_RESERVATION'
  | 'CANCEL_RESERVATION_EXPIRED'
  | 'RESERVATION_EXTENDED'
  | 'RESERVATION_COMPLETE'
  | 'RESERVATION_OFFLINE_PAYMENT_CONFIRMED'
  | 'TERMS_CONDITION_ACCEPTED'
  | 'PRIVACY_POLICY_ACCEPTED'
  | 'WARNING_IGNORED'

export type AuditEntry = {
  readonly at: Instant
  readonly type: AuditType
  readonly reservation: Pick<Reservation, 'id' | 'contextId'>
  /** Never personal data. */
  readonly modifications?: Readonly<Record<string, string | number>>
}

/** Notes it in the transaction that does it. RESERVATION_CREATE is noted by the statement that holds the seats. */
export async function noteAudit(tx: Tx, { at, type, reservation, modifications }: AuditEntry): Promise<void> {
  await tx.kysely
    .insertInto('audit')
    .values({
      at: timestamp(at),
      type,
      purchase_context_id: reservation.contextId,
      reservation_id: reservation.id,
      entity_type: 'RESERVATION',
      entity_id: reservation.id,
      modifications: modifications ? JSON.stringify(modifications) : null,
    })
    .execute()
}
