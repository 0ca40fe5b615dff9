import type { Shop } from '#server/context.ts'
import { type CountedEvent, eventsOfOrganization } from '../event-store.ts'

/** The events of an organisation: those to come by their begin, then those that are over, the latest first. */
export async function listEvents({ db, clock }: Shop, organizationId: number): Promise<CountedEvent[]> {
  const now = clock.now()
  const events = await eventsOfOrganization(db, organizationId)
  const { over = [], ahead = [] } = Object.groupBy(events, ({ endsAt }) => (endsAt <= now ? 'over' : 'ahead'))
  return [...ahead, ...over.toReversed()]
}
