import { LEADS_PER_PAGE, type SponsorLead } from '#contract/sponsor.ts'
import { COMPANY_FIELD } from '#domain/catalog/fields/company-field.ts'
import { type LeadStatus, SPONSOR_DAYS_AFTER_END } from '#domain/door/check-in/check-in-status.ts'
import { readCode } from '#domain/door/door-scan/read-code.ts'
import { type Instant, after, days } from '#domain/foundation/instant.ts'
import { cleanText } from '#domain/foundation/text/clean-text.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { localDateTime } from '#domain/foundation/wall-clock.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Queryable, type Tx, transaction } from '#server/foundation/database/database.ts'
import { ofAttendee, readable } from '../../present.ts'
import { answersOf, lockTicket } from '../../store.ts'
import { UNNAMED_OPERATOR } from '../sponsor-scan.ts'
import { type OpenedSponsor, holdSponsor } from './key-store.ts'
import {
  type PageLead,
  allLeads,
  countLeads,
  insertLead,
  latestLeads,
  leadOfTicket,
  lockLead,
  markRemoved,
  ticketOfLead,
  updateLead,
} from './lead-store.ts'

/** Sponsors scan as long after an event as scanning apps list it for them. */
export const scansUntil = (endsAt: Instant): Instant => after(endsAt, days(SPONSOR_DAYS_AFTER_END))

/** The key ended while its call was on its way. */
export class KeyEnded extends Error {}

type Scanned = { readonly isNew: boolean; readonly lead: SponsorLead }

/** What was scanned, and how long before it was sent. */
type Scan = { readonly code: string; readonly ageMs: number }

/**
 * Scans the badge or ticket of a person who is inside, as the scan by a key of a sponsor: what is of another event is not found,
 * and of a person who is not inside nothing is said. Scanned again, by any of the sponsor's people, it is the same lead. A person who
 * was removed after the scan, while that waited to be sent or its answer was lost, is not added again.
 */
export async function scanForSponsor(shop: Shop, by: OpenedSponsor, { code, ageMs }: Scan): Promise<Outcome<Scanned>> {
  const { sponsorId, eventId } = by.principal
  const { context } = await shop.catalog.eventOf(eventId)
  const now = shop.clock.now()
  if (now > scansUntil(context.endsAt)) return refused({ code: 'foyer.sponsor.refused.over' })
  const read = readCode(code)
  if (read.kind !== 'TICKET') return refused({ code: 'foyer.sponsor.refused.unknown' })
  return transaction(shop.db, async (tx): Promise<Outcome<Scanned>> => {
    await mustHold(tx, by)
    const ticket = await lockTicket(tx, { eventId, uuid: read.uuid })
    if (ticket === undefined) return refused({ code: 'foyer.sponsor.refused.unknown' })
    if (!ticketHas(ticket, 'isCheckedIn')) return refused({ code: 'foyer.sponsor.refused.not-inside' })
    if (ticket.firstName === null || ticket.lastName === null) return refused({ code: 'foyer.sponsor.refused.no-name' })
    const operator = UNNAMED_OPERATOR
    const at = after(now, -ageMs)
    const kind = await insertLead(tx, { sponsorId, eventId, operator, ticketUuid: read.uuid, at })
    if (kind === 'removed') return refused({ code: 'foyer.sponsor.refused.removed' })
    const lead = await leadOfTicket(tx, sponsorId, read.uuid)
    if (!lead) throw new Error(`the lead of ticket ${ticket.id} was not stored`)
    const [presented] = await presentLeads(tx, [lead])
    if (!presented) throw new Error('a lead was not presented')
    return accepted({ isNew: kind === 'new', lead: presented })
  })
}

type Noted = { readonly notes: string; readonly status: LeadStatus }
type Noting = { readonly leadId: number; readonly wanted: Noted; readonly seen: Noted }

/** Changes the notes of a lead; `changed` where they are not as the device saw them, so that no note of a colleague is lost. */
export async function noteLead(
  shop: Pick<Shop, 'db'>,
  by: OpenedSponsor,
  { leadId, wanted: typed, seen }: Noting,
): Promise<{ readonly kind: 'noted' | 'changed'; readonly lead: SponsorLead } | undefined> {
  const wanted = { ...typed, notes: cleanText(typed.notes) }
  return transaction(shop.db, async tx => {
    await mustHold(tx, by)
    const lead = await lockLead(tx, by.principal.sponsorId, leadId)
    const [presented] = lead ? await presentLeads(tx, [lead]) : []
    if (!lead || !presented) return undefined
    if (isSame(lead, wanted)) return { kind: 'noted', lead: presented }
    if (!isSame(lead, seen)) return { kind: 'changed', lead: presented }
    await updateLead(tx, leadId, wanted)
    return { kind: 'noted', lead: { ...presented, ...wanted } }
  })
}

/**
 * Removes a person who was scanned by mistake, with the notes; removed twice it is done once. False where the sponsor has no such lead.
 * The ticket is locked as by a scan, so that the one comes before the other.
 */
export async function removeLead(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  by: OpenedSponsor,
  leadId: number,
): Promise<boolean> {
  const { sponsorId, eventId } = by.principal
  return transaction(db, async tx => {
    await mustHold(tx, by)
    const uuid = await ticketOfLead(tx, { sponsorId, leadId })
    if (uuid === undefined) return false
    await lockTicket(tx, { eventId, uuid })
    await markRemoved(tx, { sponsorId, leadId }, clock.now())
    return true
  })
}

const isSame = (one: Noted, other: Noted): boolean => one.notes === other.notes && one.status === other.status

async function mustHold(tx: Tx, by: OpenedSponsor): Promise<void> {
  if (!(await holdSponsor(tx, by))) throw new KeyEnded()
}

/** A page of those whom a sponsor scanned, the latest first. */
export async function pageOfLeads(db: Queryable, sponsorId: number, before: number | undefined) {
  const found = await latestLeads(db, sponsorId, { before, limit: LEADS_PER_PAGE + 1 })
  const shown = found.slice(0, LEADS_PER_PAGE)
  return {
    count: await countLeads(db, sponsorId),
    leads: await presentLeads(db, shown),
    next: found.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** Keys that never change. */
const HEAD = ['scanned_at', 'name', 'first_name', 'last_name', 'email', 'company', 'status', 'notes'] as const

/** All of them as rows of a table, times on the clock of the event. */
export async function tableOfLeads(db: Queryable, sponsorId: number, timeZone: string): Promise<string[][]> {
  const leads = await allLeads(db, sponsorId)
  const companies = await companiesOf(db, leads)
  const rows = leads.map(lead => [
    localDateTime(lead.at, timeZone),
    fullName(lead),
    lead.firstName,
    lead.lastName,
    lead.email ?? '',
    companies.get(lead.ticketId) ?? '',
    lead.status,
    lead.notes,
  ])
  return [[...HEAD], ...rows]
}

async function presentLeads(db: Queryable, leads: readonly PageLead[]): Promise<SponsorLead[]> {
  const companies = await companiesOf(db, leads)
  return leads.map(({ id, ticketId, email, at, notes, status, ...name }) => ({
    id,
    name: fullName(name),
    email,
    company: companies.get(ticketId) ?? null,
    at,
    notes,
    status,
  }))
}

async function companiesOf(db: Queryable, leads: readonly PageLead[]): Promise<ReadonlyMap<bigint, string>> {
  const languages = new Map(leads.map(({ ticketId, language }) => [ticketId, language]))
  const answers = ofAttendee(await answersOf(db, [...languages.keys()])).filter(({ name }) => name === COMPANY_FIELD)
  return new Map(answers.map(answer => [answer.ticketId, readable(answer, languages.get(answer.ticketId) ?? null)]))
}
