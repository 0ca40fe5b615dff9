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

/**
 * The leads of a sponsor, wherever they are listed or counted. As for keys of sponsors: who is not in any more is no lead, and who was
 * erased has no name; and whom the sponsor removed is none.
 */
export const leadsOfSponsor = (sponsor: string): string => `from sponsor_scan as scan
     join ticket on ticket.uuid = scan.ticket_uuid and ticket.event_id = scan.event_id
   where scan.sponsor_id = ${sponsor} and scan.removed_at is null
     and ${sqlTicketHas('isCheckedIn')} and first_name is not null and last_name is not null`

const OF_SPONSOR = leadsOfSponsor('$1')

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

/**
 * Notes a person; `known` where the sponsor has scanned that person before, whose notes stay as they are; `removed` where the person
 * was removed after this scan. A scan after that adds the person anew. The caller has locked the ticket.
 */
export async function insertLead(tx: Tx, lead: NewLead): Promise<'new' | 'known' | 'removed'> {
  const before = await tx.kysely
    .selectFrom('sponsor_scan')
    .select(['id', 'removed_at as removedAt'])
    .where('sponsor_id', '=', lead.sponsorId)
    .where('ticket_uuid', '=', lead.ticketUuid)
    .executeTakeFirst()
  if (before && before.removedAt === null) return 'known'
  if (before?.removedAt && lead.at <= before.removedAt) return 'removed'
  if (before) await tx.kysely.deleteFrom('sponsor_scan').where('id', '=', before.id).execute()
  await tx.kysely
    .insertInto('sponsor_scan')
    .values({
      sponsor_id: lead.sponsorId,
      event_id: lead.eventId,
      operator: lead.operator,
      ticket_uuid: lead.ticketUuid,
      at: timestamp(lead.at),
      lead_status: 'WARM',
    })
    .execute()
  return 'new'
}

/** The ticket of a lead of a sponsor, also of one that was removed. */
export async function ticketOfLead(tx: Tx, { sponsorId, leadId }: WhichLead): Promise<string | undefined> {
  const row = await tx.kysely
    .selectFrom('sponsor_scan')
    .select('ticket_uuid as ticketUuid')
    .where('id', '=', BigInt(leadId))
    .where('sponsor_id', '=', sponsorId)
    .executeTakeFirst()
  return row?.ticketUuid
}

type WhichLead = { readonly sponsorId: number; readonly leadId: number }

/** Deletes the notes of a lead, which is none from then on; what was removed before keeps its moment. */
export async function markRemoved(tx: Tx, { sponsorId, leadId }: WhichLead, now: Instant): Promise<void> {
  await tx.kysely
    .updateTable('sponsor_scan')
    .set({ removed_at: timestamp(now), notes: '', lead_status: 'WARM' })
    .where('id', '=', BigInt(leadId))
    .where('sponsor_id', '=', sponsorId)
    .where('removed_at', 'is', null)
    .execute()
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
