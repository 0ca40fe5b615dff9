import type { SponsorScanForm } from '#contract/attendee.ts'
import { leadStatus } from '#domain/door/check-in/check-in-status.ts'
import { type Instant, instant } from '#domain/foundation/instant.ts'
import type { OrganizationKey } from '#domain/access/principal/principal.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { findOwnEvent, privateId } from '../access.ts'
import { type ScanResult, TICKET_NOT_FOUND } from '../scan/judge-ticket.ts'
import { type StoredLead, leadsOf, storeLead } from './sponsor-store.ts'
import { lockTicket } from '../store.ts'

/** Who scans badges where a device doesn't say. */
export const UNNAMED_OPERATOR = '__DEFAULT__'

export type Sponsor = { readonly caller: OrganizationKey; readonly operator: string }

/**
 * A sponsor scans the badge of an attendee who is in. No other person's data is returned: an event of another
 * organisation is not found, and a ticket that isn't checked in is answered without its holder.
 */
export async function sponsorScan(
  shop: Shop,
  { caller, operator }: Sponsor,
  form: SponsorScanForm,
): Promise<ScanResult> {
  const offer = await findOwnEvent(shop, caller, { shortName: form.eventName ?? '' })
  if (offer === undefined) return { status: 'EVENT_NOT_FOUND' }
  const uuid = privateId(form.ticketIdentifier ?? '')
  if (uuid === undefined) return TICKET_NOT_FOUND
  return transaction(shop.db, async (tx): Promise<ScanResult> => {
    const ticket = await lockTicket(tx, { eventId: offer.context.id, uuid })
    if (ticket === undefined) return TICKET_NOT_FOUND
    if (!ticketHas(ticket, 'isCheckedIn')) return { status: 'INVALID_TICKET_STATE' }
    await storeLead(tx, {
      eventId: offer.context.id,
      keyId: caller.keyId,
      operator,
      ticketUuid: uuid,
      at: form.timestamp == null ? shop.clock.now() : instant(form.timestamp),
      notes: form.notes ?? '',
      leadStatus: leadStatus(form.leadStatus),
    })
    return { status: 'SUCCESS', ticket }
  })
}

/** The badges a key has scanned at an event since a moment, or ever. */
export function mySponsorScans(
  { db }: Shop,
  { keyId }: OrganizationKey,
  { eventId, from }: { eventId: number; from: Instant | undefined },
): Promise<StoredLead[]> {
  return leadsOf(db, { eventId, keyId, from })
}

/** As in 2026-12-30T08:00:00Z; undefined where it is no moment. */
export function readMoment(text: string): Instant | undefined {
  if (!MOMENT.test(text)) return undefined
  const milliseconds = Date.parse(text)
  return Number.isNaN(milliseconds) ? undefined : instant(milliseconds)
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
