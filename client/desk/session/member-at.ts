import type { Member, ScopedRole } from '#domain/access/principal/principal.ts'

export type EventPlace = {
  readonly eventId: number
  /** Whose it is; undefined while it is not read. */
  readonly organizationId: number | undefined
}

/** A member with the roles that count for one event alone: for it, for its organisation and for the shop. */
export function memberAt(member: Member, { eventId, organizationId }: EventPlace): Member {
  const counts = ({ scope }: ScopedRole): boolean => {
    if (scope.kind === 'event') return scope.eventId === eventId
    if (scope.kind === 'shop' || organizationId === undefined) return true
    return scope.organizationId === organizationId
  }
  return { ...member, roles: member.roles.filter(counts) }
}

/** Do the roles of a member for an event depend on whose it is? */
export function hasManyPlaces({ roles }: Member): boolean {
  const places = new Set(roles.map(({ scope }) => JSON.stringify(scope)))
  return places.size > 1 && roles.some(({ scope }) => scope.kind === 'organization')
}
