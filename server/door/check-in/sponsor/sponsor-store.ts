import type { LeadStatus } from '#domain/door/check-in/check-in-status.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { sqlTicketHas } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'

export type Lead = {
  readonly eventId: number
  readonly keyId: number
  readonly operator: string
  readonly ticketUuid: string
  readonly at: Instant
  readonly notes: string
  readonly leadStatus: LeadStatus
}

/** Remembers a badge; scanned again by the same operator it keeps its first moment and gets the new notes. */
export async function storeLead(tx: Tx, lead: Lead): Promise<void> {
  const columns = { notes: lead.notes, lead_status: lead.leadStatus }
  await tx.kysely
    .insertInto('sponsor_scan')
    .values({
      event_id: lead.eventId,
      api_key_id: lead.keyId,
      operator: lead.operator,
      ticket_uuid: lead.ticketUuid,
      at: timestamp(lead.at),
      ...columns,
    })
    .onConflict(conflict =>
      conflict.columns(['api_key_id', 'event_id', 'operator', 'ticket_uuid']).doUpdateSet(columns),
    )
    .execute()
}

export type StoredLead = {
  readonly ticketUuid: string
  readonly at: Instant
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

const LEADS = statement<StoredLead>(
  'sponsor-scans-of-key',
  `select scan.ticket_uuid as "ticketUuid", at, first_name as "firstName", last_name as "lastName", email
   from sponsor_scan as scan join ticket on ticket.uuid = ticket_uuid and ticket.event_id = scan.event_id
   where scan.event_id = $1 and api_key_id = $2 and at >= coalesce($3::timestamptz, at)
     and ${sqlTicketHas('isCheckedIn')}
     and first_name is not null and last_name is not null and email is not null
   order by at, scan.id`,
)

/** What a key has scanned at an event, the first scan first; who is not in any more is no lead. */
export async function leadsOf(
  on: Queryable,
  { eventId, keyId, from }: { eventId: number; keyId: number; from: Instant | undefined },
): Promise<StoredLead[]> {
  return on.query(LEADS, [eventId, keyId, from === undefined ? null : timestamp(from)])
}
