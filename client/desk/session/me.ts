import { deskMePath } from '#contract/paths.ts'
import type { Me } from '#contract/member.ts'
import { type Member, type ScopedRole, type Verb, isFor } from '#domain/access/principal/principal.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'

/** The member who has signed in, and their roles; read again after a minute, for a role may be taken away. */
export const meQuery = () =>
  queryOptions({
    queryKey: ['desk', 'me'],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskMePath, { signal })),
    staleTime: 60_000,
  })

/** Undefined: the member has not signed in, or is not read yet. */
export function useMe(): Me | undefined {
  return useQuery({ ...meQuery(), enabled: false }).data
}

/**
 * May the member do this with anything at all? For what is offered on a page: the server decides, by the thing it is done with.
 */
export function useMay(): (verb: Verb) => boolean {
  const me = useMe()
  return verb => me !== undefined && isFor(memberOf(me), verb)
}

/** The member as the rules of access know them. */
export function memberOf({ id, roles }: Me): Member {
  return { kind: 'member', memberId: id, roles: roles.map(scopedRole) }
}

/** A role for an event does not say whose the event is, and what is offered does not depend on it. */
function scopedRole({ role, organizationId, eventId }: Me['roles'][number]): ScopedRole {
  if (eventId !== null) return { role, scope: { kind: 'event', eventId, organizationId: NO_ORGANIZATION } }
  if (organizationId !== null) return { role, scope: { kind: 'organization', organizationId } }
  return { role, scope: { kind: 'shop' } }
}

const NO_ORGANIZATION = 0
