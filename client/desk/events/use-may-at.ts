import { type Verb, isFor } from '#domain/access/principal/principal.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { memberOf, useMe } from '../session/me.ts'
import { hasManyPlaces, memberAt } from '../session/member-at.ts'
import { listedEventQuery } from './calls.ts'

/** May the member do this with the event? For what is offered on its pages: the server decides. */
export function useMayAt(eventId: number): (verb: Verb) => boolean {
  const me = useMe()
  const member = me && memberOf(me)
  const query = useQuery({ ...listedEventQuery(eventId), enabled: member !== undefined && hasManyPlaces(member) })
  const organizationId = query.data?.events[0]?.organizationId
  return verb => member !== undefined && isFor(memberAt(member, { eventId, organizationId }), verb)
}
