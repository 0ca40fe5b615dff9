import type { CheckInStatus } from '#domain/door/check-in/check-in-status.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'
import type { AttendeeFacts } from '#server/ticket/ticket/present-tickets.ts'
import type { ScanEntry } from '../store.ts'

/** One scan, with the ticket that was scanned. */
export type LoggedScan = ScanEntry & {
  readonly ticketUuid: string
  /** Null: the ticket has been released since, and nothing is known of its holder. */
  readonly ticket: (AttendeeFacts & { readonly id: bigint; readonly orderLanguage: string }) | null
}

type ScanRow = AttendeeFacts & {
  readonly ticketUuid: string
  readonly at: Instant
  readonly by: string
  readonly operation: ScanEntry['operation']
  readonly status: string
  readonly ticketId: bigint | null
  readonly orderLanguage: string | null
}

const SCANS = statement<ScanRow>(
  'check-in-log',
  `select scan.ticket_uuid as "ticketUuid", scan.at, scan.scanned_by as by, scan.operation, scan.status,
     ticket.id as "ticketId", ticket.first_name as "firstName", ticket.last_name as "lastName", ticket.email,
     ticket.language, ticket.external_reference as "externalReference", ticket.metadata, reservation.language as "orderLanguage"
   from check_in_scan as scan
     left join ticket on ticket.uuid = scan.ticket_uuid and ticket.event_id = scan.event_id
     left join reservation on reservation.id = ticket.reservation_id
   where scan.event_id = $1 order by scan.at desc, scan.id desc`,
)

/** All scans of an event, the latest first. */
export async function scansOf(on: Queryable, eventId: number): Promise<LoggedScan[]> {
  const rows = await on.query(SCANS, [eventId])
  return rows.map(({ ticketUuid, at, by, operation, status, ticketId, orderLanguage, ...holder }) => ({
    ticketUuid,
    at,
    by,
    operation,
    // Written by noteScan alone.
    status: status as CheckInStatus,
    ticket: ticketId === null || orderLanguage === null ? null : { id: ticketId, orderLanguage, ...holder },
  }))
}
