import type { Instant } from '#domain/instant.ts'
import type { Reservation } from '#domain/reservation/reservation.ts'
import type { Ticket } from '#domain/ticket/ticket.ts'
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
  | 'BILLING_DOCUMENT_GENERATED'
  | 'CREDIT_NOTE_ISSUED'
  | 'VAT_VALIDATION_SUCCESSFUL'
  | 'VAT_VALIDATION_SKIPPED'
  | 'VAT_FORMAL_VALIDATION_SUCCESSFUL'
  | 'UPDATE_TICKET'
  | 'TICKET_HOLDER_CHANGED'
  | 'CANCEL_TICKET'

export type AuditEntry = {
  readonly at: Instant
  readonly type: AuditType
  readonly reservation: Pick<Reservation, 'id' | 'contextId'>
  /** Of which it is told, by its public id; without it of the whole order. */
  readonly ticket?: Pick<Ticket, 'publicId'>
  /** Never personal data; the VAT number of a business is none. */
  readonly modifications?: Readonly<Record<string, string | number>>
}

/** Notes it in the transaction that does it. RESERVATION_CREATE is noted by the statement that holds the seats. */
export async function noteAudit(tx: Tx, { at, type, reservation, ticket, modifications }: AuditEntry): Promise<void> {
  await tx.kysely
    .insertInto('audit')
    .values({
      at: timestamp(at),
      type,
      purchase_context_id: reservation.contextId,
      reservation_id: reservation.id,
      entity_type: ticket ? 'TICKET' : 'RESERVATION',
      entity_id: ticket ? ticket.publicId : reservation.id,
      modifications: modifications ? JSON.stringify(modifications) : null,
    })
    .execute()
}
