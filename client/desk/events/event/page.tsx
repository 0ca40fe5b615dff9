import { failureOf } from '#client/frame/calls/call-result.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useParams } from '#client/routing/router.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useMay } from '../../session/me.ts'
import { eventQuery } from '../calls.ts'
import { EventOverview } from './event-overview.tsx'
import { ServedOverview } from './served-overview.tsx'

/** An event at a glance: what is sold, whether it can be paid, and what can be done with it. */
export function Page() {
  const { eventId = '' } = useParams()
  const mayEdit = useMay()('manage-events')
  const query = useQuery({ ...eventQuery(Number(eventId)), enabled: mayEdit })
  // Who edits other events alone may work for this one in another role.
  if (!mayEdit || (query.isError && failureOf(query.error).kind === 'missing'))
    return <ServedOverview eventId={Number(eventId)} />
  return <Loaded query={query}>{event => <EventOverview event={event} reload={query.refetch} />}</Loaded>
}
