import type { DoorOutcome } from '#domain/door/door-scan/outcome.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { storedOutcome } from '../figures.ts'

/** A scan of a door as it is stored. */
export type StoredScan = {
  readonly scanId: string
  readonly ticketUuid: string
  readonly operation: 'SCAN' | 'REVERT'
  /** Null: an undo. */
  readonly outcome: DoorOutcome | null
  /** The device let the person in by itself, whatever came of it here. */
  readonly wasShownLetIn: boolean
  readonly isBadge: boolean
  readonly isUndone: boolean
}

type ScanRow = Omit<StoredScan, 'outcome'> & { readonly outcome: string | null }

const SCAN = statement<ScanRow>(
  'door-scan',
  `select scan_id as "scanId", ticket_uuid as "ticketUuid", operation, outcome,
     coalesce(shown = 'LET_IN', false) as "wasShownLetIn", status = 'BADGE_SCAN_SUCCESS' as "isBadge",
     undone as "isUndone"
   from check_in_scan where door_key_id = $1 and scan_id = $2`,
)

/** The scan of a door that its device gave this id; undefined where it has not arrived. */
export async function findScan(on: Queryable, doorKeyId: number, scanId: string): Promise<StoredScan | undefined> {
  const [row] = await on.query(SCAN, [doorKeyId, scanId])
  return row && { ...row, outcome: row.outcome === null ? null : storedOutcome(row.outcome) }
}

/** The scan did not happen: it lets no person in any more. */
export async function markScanUndone(tx: Tx, doorKeyId: number, scanId: string): Promise<void> {
  await tx.kysely
    .updateTable('check_in_scan')
    .set({ undone: true })
    .where('door_key_id', '=', doorKeyId)
    .where('scan_id', '=', scanId)
    .execute()
}

const LETTINGS = statement<{ at: Instant; by: string; scanId: string | null }>(
  'door-lettings',
  `select at, scanned_by as by, scan_id as "scanId" from check_in_scan
   where event_id = $1 and ticket_uuid = $2 and operation = 'SCAN' and not undone
     and (status in ('SUCCESS', 'BADGE_SCAN_SUCCESS') or shown = 'LET_IN')
   order by at, id`,
)

/** All scans that let a person in with a ticket, the earliest first. */
export const lettingsOf = (on: Queryable, { eventId, uuid }: { readonly eventId: number; readonly uuid: string }) =>
  on.query(LETTINGS, [eventId, uuid])

type Foreign = {
  readonly isCancelled: boolean
  readonly isPass: boolean
  readonly hasTicket: boolean
  /** Of another event of the same organisation. */
  readonly title: Readonly<Record<string, string>> | null
}

/** Ids are compared with those of all events: who shows a code has its id. */
const FOREIGN = statement<Foreign>(
  'door-foreign',
  `select exists (select from cancelled_ticket where uuid = $1 and event_id = $2) as "isCancelled",
     exists (select from bought_pass where id = $1) as "isPass",
     other.uuid is not null as "hasTicket",
     case when other.organization_id = $3 then other.title end as title
   from (select) as one left join lateral (
     select ticket.uuid, organization_id, title from ticket join purchase_context on purchase_context.id = ticket.event_id
     where ticket.uuid = $1 and ticket.event_id <> $2 limit 1) as other on true`,
)

type Which = { readonly id: string; readonly eventId: number; readonly organizationId: number }

/** What an id is that is no ticket of the event. */
export async function whatElse(on: Queryable, { id, eventId, organizationId }: Which): Promise<Foreign> {
  const [row] = await on.query(FOREIGN, [id, eventId, organizationId])
  return row ?? { isCancelled: false, isPass: false, hasTicket: false, title: null }
}
