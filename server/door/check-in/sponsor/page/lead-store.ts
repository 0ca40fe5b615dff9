import { LEAD_STATUSES, type LeadStatus } from '#domain/door/check-in/check-in-status.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { type Queryable, type Tx, statement } from '#server/foundation/database/database.ts'
import { sqlTicketHas } from '#server/foundation/database/status-sql.ts'
import { timestamp } from '#server/foundation/database/types.ts'

/** What a sponsor with a page has scanned, in the table of all leads. */

export type PageLead = {
  readonly id: number
  readonly ticketId: bigint
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly language: string | null
  readonly at: Instant
  readonly notes: string
  readonly status: LeadStatus
}

type LeadRow = Omit<PageLead, 'id' | 'status'> & { readonly id: bigint; readonly status: string }

/** As for keys of sponsors: who is not in any more is no lead, and who was erased has no name. */
const OF_SPONSOR = `from sponsor_scan as scan
     join ticket on ticket.uuid = scan.ticket_uuid and ticket.event_id = scan.event_id
   where scan.sponsor_id = $1 and ${sqlTicketHas('isCheckedIn')} and first_name is not null and last_name is not null`

const COLUMNS = `scan.id, ticket.id as "ticketId", first_name as "firstName", last_name as "lastName", email, language, at, notes,
     lead_status as status`

const LATEST = statement<LeadRow>(
  'leads-of-sponsor',
  `select ${COLUMNS} ${OF_SPONSOR} and ($2::bigint is null or scan.id < $2) order by scan.id desc limit $3`,
)

const ALL = statement<LeadRow>('all-leads-of-sponsor', `select ${COLUMNS} ${OF_SPONSOR} order by scan.id`)

const ONE = statement<LeadRow>('lead-of-sponsor', `select ${COLUMNS} ${OF_SPONSOR} and scan.id = $2`)

const OF_TICKET = statement<LeadRow>(
  'lead-of-sponsor-by-ticket',
  `select ${COLUMNS} ${OF_SPONSOR} and scan.ticket_uuid = $2`,
)

const COUNT = statement<{ count: number }>('count-leads-of-sponsor', `select count(*)::int as count ${OF_SPONSOR}`)

/** The latest first, those before the lead of this number; a number of them at most. */
export async function latestLeads(
  db: Queryable,
  sponsorId: number,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<PageLead[]> {
  return (await db.query(LATEST, [sponsorId, before ?? null, limit])).map(leadFrom)
}

/** All of them, the first first. */
export const allLeads = async (db: Queryable, sponsorId: number): Promise<PageLead[]> =>
  (await db.query(ALL, [sponsorId])).map(leadFrom)

export async function countLeads(db: Queryable, sponsorId: number): Promise<number> {
  const [row] = await db.query(COUNT, [sponsorId])
  return row?.count ?? 0
}

export async function leadOfTicket(db: Queryable, sponsorId: number, uuid: string): Promise<PageLead | undefined> {
  return (await db.query(OF_TICKET, [sponsorId, uuid])).map(leadFrom)[0]
}

/** Locks a lead of a sponsor until the transaction ends. */
export async function lockLead(tx: Tx, sponsorId: number, leadId: number): Promise<PageLead | undefined> {
  await tx.kysely
    .selectFrom('sponsor_scan')
    .select('id')
    .where('id', '=', BigInt(leadId))
    .where('sponsor_id', '=', sponsorId)
    .forUpdate()
    .execute()
  return (await tx.query(ONE, [sponsorId, leadId])).map(leadFrom)[0]
}

type NewLead = {
  readonly sponsorId: number
  readonly eventId: number
  readonly operator: string
  readonly ticketUuid: string
  readonly at: Instant
}

/** Notes a person; false where the sponsor has scanned that person before, whose notes stay as they are. */
export async function insertLead(tx: Tx, lead: NewLead): Promise<boolean> {
  const rows = await tx.kysely
    .insertInto('sponsor_scan')
    .values({
      sponsor_id: lead.sponsorId,
      event_id: lead.eventId,
      operator: lead.operator,
      ticket_uuid: lead.ticketUuid,
      at: timestamp(lead.at),
      lead_status: 'WARM',
    })
    .onConflict(conflict => conflict.columns(['sponsor_id', 'ticket_uuid']).doNothing())
    .returning('id')
    .execute()
  return rows.length > 0
}

type Noted = { readonly notes: string; readonly status: LeadStatus }

export async function updateLead(tx: Tx, leadId: number, { notes, status }: Noted): Promise<void> {
  await tx.kysely
    .updateTable('sponsor_scan')
    .set({ notes, lead_status: status })
    .where('id', '=', BigInt(leadId))
    .execute()
}

const leadFrom = ({ id, status, ...row }: LeadRow): PageLead => ({ ...row, id: Number(id), status: statusFrom(status) })

/** The decoding edge: the table takes these words alone. */
function statusFrom(text: string): LeadStatus {
  const found = LEAD_STATUSES.find(status => status === text)
  if (!found) throw new Error(`a lead was stored as ${text}`)
  return found
}
