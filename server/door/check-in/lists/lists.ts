import type { KeyRole, OrganizationKey } from '#domain/access/principal/principal.ts'
import { after, days } from '#domain/foundation/instant.ts'
import { SPONSOR_DAYS_AFTER_END } from '#domain/door/check-in/check-in-status.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type EventOfDoor, eventsOfOrganization } from '../event-store.ts'
import { ATTENDEES_PER_PAGE } from '#contract/check-in.ts'
import type { Minor } from '#domain/foundation/money/money.ts'
import { ticketHas } from '#domain/ticket/ticket/states.ts'
import { type TicketAnswer, answersOf } from '../store.ts'
import { deskAmounts } from '../scan/judge-ticket.ts'
import { type FoundAttendee, type FoundAttendees, findAttendees } from './list-store.ts'

/** Sponsors read their leads for longer than the door is open. */
const daysAfterEnd = (role: KeyRole): number => (role === 'SPONSOR' ? SPONSOR_DAYS_AFTER_END : 1)

/**
 * The events that a scanning app offers for a choice, by their begin (organiser contract). Those that are only online have
 * no door, and are listed where the app asks for them.
 */
export async function listEvents(
  { db, clock }: Shop,
  { organizationId, role }: OrganizationKey,
  { includesOnline }: { readonly includesOnline: boolean },
): Promise<EventOfDoor[]> {
  const endingFrom = after(clock.now(), -days(daysAfterEnd(role)))
  const events = await eventsOfOrganization(db, { organizationId, endingFrom })
  return events.filter(({ format }) => includesOnline || format !== 'ONLINE')
}

export type AttendeesFound = Omit<FoundAttendees, 'attendees'> & {
  readonly page: number
  /** With what each still has to pay at the desk, and has answered. */
  readonly attendees: readonly (FoundAttendee & {
    readonly due: Minor | null
    readonly answers: readonly TicketAnswer[]
  })[]
}

/** One page of the attendees in whose ticket every word is found; undefined for a query without words. */
export async function searchAttendees(
  { db }: Shop,
  { eventId, query, page }: { eventId: number; query: string; page: number },
): Promise<AttendeesFound | undefined> {
  const words = query.split(/\s+/).filter(word => word !== '')
  if (words.length === 0) return undefined
  const search = { eventId, words, limit: ATTENDEES_PER_PAGE, offset: page * ATTENDEES_PER_PAGE }
  const found = await findAttendees(db, search)
  // A page after the last one has no row that could hold the total.
  if (found.attendees.length === 0 && page > 0) {
    const { results, checkedIn } = await findAttendees(db, { ...search, limit: 1, offset: 0 })
    return { results, checkedIn, page, attendees: [] }
  }
  const paying = found.attendees.filter(attendee => ticketHas(attendee, 'isDueAtDesk'))
  const amounts = await deskAmounts(
    db,
    paying.map(({ reservationId }) => reservationId),
  )
  const answers = await answersOf(
    db,
    found.attendees.map(({ id }) => id),
  )
  const attendees = found.attendees.map(attendee => ({
    ...attendee,
    answers: answers.filter(({ ticketId }) => ticketId === attendee.id),
    due: ticketHas(attendee, 'isDueAtDesk') ? (amounts.get(attendee.id) ?? null) : null,
  }))
  return { ...found, page, attendees }
}
