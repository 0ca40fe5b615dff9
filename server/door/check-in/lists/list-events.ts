import type { KeyRole, OrganizationKey } from '#domain/access/principal/principal.ts'
import { after, days } from '#domain/foundation/instant.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type EventOfDoor, eventsOfOrganization } from '../event-store.ts'

/** Sponsors read their leads for longer than the door is open. */
const daysAfterEnd = (role: KeyRole): number => (role === 'SPONSOR' ? 10 : 1)

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
