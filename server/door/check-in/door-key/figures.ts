import type { DoorReport } from '#contract/desk-door.ts'
import { type DoorOutcome, DOOR_OUTCOMES } from '#domain/door/door-scan/outcome.ts'
import type { LabelSize } from '#domain/door/door-scan/label.ts'
import { reportOf } from '#domain/door/door-scan/merge-scan.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import { type Queryable, statement } from '#server/foundation/database/database.ts'

/** A door with what was scanned there. */
export type DoorFigures = {
  readonly id: number
  readonly name: string
  readonly categoryIds: readonly number[] | null
  readonly maySearch: boolean
  readonly maySell: boolean
  readonly labelSize: LabelSize | null
  readonly printsByItself: boolean
  readonly createdAt: Instant
  readonly validUntil: Instant
  readonly revokedAt: Instant | null
  readonly usedAt: Instant | null
  readonly devices: number
  readonly letIn: number
  readonly sentAway: number
}

/** A scan of a door that let its person in; not undone. */
const LET_IN = "operation = 'SCAN' and outcome = 'LET_IN' and not undone"

const DOORS = statement<DoorFigures>(
  'door-figures',
  `select door_key.id, name, category_ids as "categoryIds", may_search as "maySearch", may_sell as "maySell",
     label_size as "labelSize", prints_by_itself as "printsByItself", created_at as "createdAt",
     valid_until as "validUntil", revoked_at as "revokedAt", used_at as "usedAt", devices, "letIn", "sentAway"
   from door_key cross join lateral (
     select count(distinct device)::int as devices, count(*) filter (where ${LET_IN})::int as "letIn",
       count(*) filter (where operation = 'SCAN' and outcome <> 'LET_IN' and shown is distinct from 'LET_IN')::int as "sentAway"
     from check_in_scan where door_key_id = door_key.id) as scans
   where event_id = $1 order by door_key.id desc limit 200`,
)

/** The doors of an event, the latest first. */
export const doorsOf = (db: Queryable, eventId: number): Promise<DoorFigures[]> => db.query(DOORS, [eventId])

const LET_IN_HERE = statement<{ letIn: number }>(
  'door-let-in',
  `select count(*)::int as "letIn" from check_in_scan where door_key_id = $1 and ${LET_IN}`,
)

/** How many were let in at a door. */
export async function letInAt(db: Queryable, doorKeyId: number): Promise<number> {
  const [row] = await db.query(LET_IN_HERE, [doorKeyId])
  return row?.letIn ?? 0
}

type ReportRow = {
  readonly scanId: string
  readonly outcome: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly category: string | null
  readonly at: Instant
  readonly door: string
  readonly times: readonly string[]
  readonly doors: readonly string[]
}

/** Every scan that let a person in with a ticket: at a door, by a scanning app, or by a device alone. */
const LETTING = `operation = 'SCAN' and not undone and (status in ('SUCCESS', 'BADGE_SCAN_SUCCESS') or shown = 'LET_IN')`

/** Shown where it happened and where the same ticket let a person in before. */
const REPORTS = statement<ReportRow>(
  'door-reports',
  `select scan.scan_id as "scanId", scan.outcome, ticket.first_name as "firstName", ticket.last_name as "lastName",
     category.name as category, scan.at, scan.scanned_by as door, lettings.times, lettings.doors
   from check_in_scan as scan
     left join ticket on ticket.uuid = scan.ticket_uuid and ticket.event_id = scan.event_id
     left join ticket_category as category on category.id = ticket.category_id
     cross join lateral (
       select array_agg((extract(epoch from at) * 1000)::bigint::text order by at, id) as times,
         array_agg(scanned_by order by at, id) as doors, array_agg(door_key_id) as keys
       from check_in_scan where ticket_uuid = scan.ticket_uuid and event_id = scan.event_id and ${LETTING}) as lettings
   where scan.event_id = $1 and scan.operation = 'SCAN' and scan.shown = 'LET_IN' and scan.outcome <> 'LET_IN'
     and not scan.undone and ($2::int is null or $2 = any (lettings.keys))
   order by scan.arrived_at desc, scan.id desc limit 100`,
)

/**
 * Whom devices without a connection let in although the shop would not have, the latest first: of an event, or what the
 * devices of one door have to know.
 */
export async function reportsOf(db: Queryable, eventId: number, doorKeyId: number | null): Promise<DoorReport[]> {
  const rows = await db.query(REPORTS, [eventId, doorKeyId])
  return rows.flatMap(({ firstName, lastName, times, doors, outcome: stored, ...row }) => {
    const outcome = storedOutcome(stored)
    const kind = reportOf('LET_IN', outcome)
    if (kind === null) return []
    const name = firstName === null && lastName === null ? null : nameOf(firstName, lastName)
    const lettings = times.map((at, place) => ({ at: Number(at), door: doors[place] ?? '' }))
    return [{ ...row, kind, outcome, name, lettings }]
  })
}

export const nameOf = (firstName: string | null, lastName: string | null): string =>
  fullName({ firstName: firstName ?? '', lastName: lastName ?? '' })

/** The decoding edge: written by scans of doors alone. */
export function storedOutcome(text: string): DoorOutcome {
  const found = DOOR_OUTCOMES.find(outcome => outcome === text)
  if (!found) throw new Error(`a scan was stored as ${text}`)
  return found
}
