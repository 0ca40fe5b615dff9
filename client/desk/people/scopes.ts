import type { DeskOrganization } from '#contract/desk-organizations.ts'
import type { Me } from '#contract/member.ts'
import { deskEventsPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'

/** For what people work: the whole shop (both left out), an organisation, or one event. */
export type ScopeQuery = { readonly organizationId?: number; readonly eventId?: number }

type Role = Me['roles'][number]
const owns = (role: Role): boolean => role.role === 'OWNER'

/** Is the member an owner of the whole shop? */
export const ownsShop = ({ roles }: Me): boolean =>
  roles.some(role => owns(role) && role.organizationId === null && role.eventId === null)

/** Those of the organisations whose members this member keeps. */
export function ownOrganizations(me: Me, organizations: readonly DeskOrganization[]): readonly DeskOrganization[] {
  if (ownsShop(me)) return organizations
  return organizations.filter(({ id }) => me.roles.some(role => owns(role) && role.organizationId === id))
}

/** The events of which the member is an owner by a role of that event alone. */
export const ownEventIds = ({ roles }: Me): readonly number[] =>
  roles.flatMap(role => (owns(role) && role.eventId !== null ? [role.eventId] : []))

/** The first events of an organisation, or those that the member may edit at all. */
export const eventsToChoose = (organizationId: number | undefined) =>
  queryOptions({
    queryKey: ['desk', 'people', 'events', organizationId ?? 0],
    queryFn: ({ signal }) =>
      valueOf(server().call('GET', deskEventsPath, { query: { when: 'upcoming', organizationId }, signal })),
    staleTime: 60_000,
  })

const idIn = (text: string | null): number | undefined =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined

/** As the address of the page says it; where it says nothing, the first thing that the member keeps. */
export function scopeIn(
  address: URLSearchParams,
  { me, organizations }: { readonly me: Me; readonly organizations: readonly DeskOrganization[] },
): ScopeQuery {
  const organizationId = idIn(address.get('organisation'))
  const eventId = idIn(address.get('event'))
  if (eventId !== undefined) return { ...(organizationId !== undefined && { organizationId }), eventId }
  if (organizationId !== undefined) return { organizationId }
  if (ownsShop(me)) return {}
  const [first] = ownOrganizations(me, organizations)
  if (first) return { organizationId: first.id }
  const [event] = ownEventIds(me)
  return event === undefined ? {} : { eventId: event }
}
