import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useParams } from '#client/routing/router.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { eventQuery } from '../calls.ts'
import { EventForm } from './event-form.tsx'

/** All that an organiser states of an event, by parts. */
export function Page() {
  const { eventId = '' } = useParams()
  const query = useQuery(eventQuery(Number(eventId)))
  return <Loaded query={query}>{event => <EventForm key={event.id} event={event} reload={query.refetch} />}</Loaded>
}
