import { useQuery } from '#client/frame/calls/use-query.tsx'
import { useParams } from '#client/routing/router.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { eventQuery } from '../calls.ts'
import { AsBuyer } from './as-buyer.tsx'

/** The pages of the shop as buyers see them, now or at a chosen moment. */
export function Page() {
  const { eventId = '' } = useParams()
  const query = useQuery(eventQuery(Number(eventId)))
  return <Loaded query={query}>{event => <AsBuyer key={event.id} event={event} />}</Loaded>
}
