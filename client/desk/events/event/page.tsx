import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useParams } from '#client/routing/router.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { eventQuery } from '../calls.ts'
import { EventOverview } from './event-overview.tsx'

/** An event at a glance: what is sold, whether it can be paid, and what can be done with it. */
export function Page() {
  const { eventId = '' } = useParams()
  const query = useQuery(eventQuery(Number(eventId)))
  return <Loaded query={query}>{event => <EventOverview event={event} reload={query.refetch} />}</Loaded>
}
