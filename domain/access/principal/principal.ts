/**
 * Who asks: made once, where a request comes in, and handed down. What a link opens (an order, a ticket) is no matter of
 * who asks: its secret is in the address.
 */
export type Principal =
  /** A caller without credentials. */
  | { readonly kind: 'visitor' }
  /** A buyer who has signed in. */
  | { readonly kind: 'buyer'; readonly userId: number }
  | OrganizationKey
  | DoorKey
  | SponsorKey
  | Member
  /** Who runs the shop, by the key of the shop itself. */
  | { readonly kind: 'operator' }
  /** The shop by itself: a job or a command. */
  | { readonly kind: 'system' }

/** A key of an organisation; its role is the type by which it was made (organiser contract). */
export type OrganizationKey = {
  readonly kind: 'key'
  readonly role: KeyRole
  readonly organizationId: number
  readonly keyId: number
  /** Of the key, for people. */
  readonly description: string
}

/** A device with the key of one door of one event. */
export type DoorKey = {
  readonly kind: 'door'
  readonly doorKeyId: number
  readonly organizationId: number
  readonly eventId: number
  /** May it look for attendees by name? */
  readonly maySearch: boolean
  /** Does it have a box office? */
  readonly maySell: boolean
}

/** A sponsor of one event, by the link of its page. */
export type SponsorKey = {
  readonly kind: 'sponsor'
  readonly sponsorId: number
  readonly organizationId: number
  readonly eventId: number
}

/** A person who works at the desk and has signed in. */
export type Member = {
  readonly kind: 'member'
  readonly memberId: number
  readonly roles: readonly ScopedRole[]
}

export const MEMBER_ROLES = ['OWNER', 'EDITOR', 'FINANCE', 'DESK', 'DOOR'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** Roles that a person can get without an invitation, where an organisation says so: an owner is always made by another one. */
export const NEWCOMER_ROLES = ['EDITOR', 'FINANCE', 'DESK', 'DOOR'] as const satisfies readonly MemberRole[]
export type NewcomerRole = (typeof NEWCOMER_ROLES)[number]

export const isNewcomerRole = (text: unknown): text is NewcomerRole => NEWCOMER_ROLES.some(role => role === text)

/** What a role counts for. An event is one of an organisation, and counts for itself alone. */
export type Scope =
  | { readonly kind: 'shop' }
  | { readonly kind: 'organization'; readonly organizationId: number }
  | { readonly kind: 'event'; readonly eventId: number; readonly organizationId: number }

export type ScopedRole = { readonly role: MemberRole; readonly scope: Scope }

export const KEY_ROLES = ['API_CLIENT', 'SUPERVISOR', 'OPERATOR', 'SPONSOR'] as const
export type KeyRole = (typeof KEY_ROLES)[number]

/** What can be allowed. Each covers a family of calls, named by what they are for. */
export type Verb =
  /** Organisations, their keys, and what holds for the whole shop. */
  | 'administer-shop'
  /** Who works for an organisation or an event, and as what. */
  | 'manage-members'
  /** Events, their settings and figures. */
  | 'manage-events'
  /** Awaited payments, invoices and credits: all about the money of orders. */
  | 'manage-orders'
  /** Orders and attendees without their money: read, noted, corrected and written to again. */
  | 'serve-orders'
  /** What everybody at the entrance may know. */
  | 'see-entrance'
  /** Scan tickets, take payments at the desk, see the figures of the entrance. */
  | 'check-in'
  /** Look for attendees by name. */
  | 'search-attendees'
  /** Sell tickets at the entrance, with a drawer. */
  | 'sell-at-door'
  /** Note leads as a sponsor. */
  | 'collect-leads'
  /** Read the leads that the key itself has noted. */
  | 'list-own-leads'

/** Whose it is; `shop` belongs to the operator and the owners of the shop. */
export type Resource = { readonly organizationId: number; readonly eventId?: number } | 'shop'

const KEYS: Readonly<Record<KeyRole, ReadonlySet<Verb>>> = {
  API_CLIENT: new Set(['manage-events', 'manage-orders', 'serve-orders', 'list-own-leads']),
  SUPERVISOR: new Set(['see-entrance', 'check-in', 'search-attendees', 'list-own-leads']),
  OPERATOR: new Set(['see-entrance', 'check-in', 'list-own-leads']),
  SPONSOR: new Set(['see-entrance', 'collect-leads', 'list-own-leads']),
}

const DOORS: ReadonlySet<Verb> = new Set(['see-entrance', 'check-in'])
const SPONSORS: ReadonlySet<Verb> = new Set(['collect-leads', 'list-own-leads'])

const MEMBERS: Readonly<Record<MemberRole, ReadonlySet<Verb>>> = {
  OWNER: new Set([
    'administer-shop',
    'manage-members',
    'manage-events',
    'manage-orders',
    'serve-orders',
    'see-entrance',
    'check-in',
    'search-attendees',
  ]),
  EDITOR: new Set(['manage-events']),
  FINANCE: new Set(['manage-orders', 'serve-orders']),
  DESK: new Set(['serve-orders', 'see-entrance', 'search-attendees']),
  DOOR: new Set(['see-entrance', 'check-in']),
}

/** May the principal do this with an owner's things? What an organisation owns is for its own people alone. */
export function may(principal: Principal, verb: Verb, resource: Resource): boolean {
  if (!isFor(principal, verb)) return false
  if (principal.kind === 'member')
    return principal.roles.some(role => allows(role, verb) && covers(role.scope, resource))
  if (isOfOneEvent(principal)) return resource !== 'shop' && resource.eventId === principal.eventId
  if (principal.kind !== 'key') return true
  return resource !== 'shop' && resource.organizationId === principal.organizationId
}

/** With what a principal may do something: with everything, or with what is of these organisations, and these events. */
export type Reach = 'everything' | { readonly organizationIds: readonly number[]; readonly eventIds: readonly number[] }

/** The same as `may`, of all things at once, so that a list is read by one statement; for one of these verbs at least. */
export function reachOf(principal: Principal, ...verbs: readonly Verb[]): Reach {
  const allowed = verbs.filter(verb => isFor(principal, verb))
  if (allowed.length === 0) return NOTHING
  if (principal.kind === 'key') return { ...NOTHING, organizationIds: [principal.organizationId] }
  if (isOfOneEvent(principal)) return { ...NOTHING, eventIds: [principal.eventId] }
  if (principal.kind !== 'member') return 'everything'
  const scopes = principal.roles.filter(role => allowed.some(verb => allows(role, verb))).map(({ scope }) => scope)
  if (scopes.some(({ kind }) => kind === 'shop')) return 'everything'
  return {
    organizationIds: scopes.flatMap(scope => (scope.kind === 'organization' ? [scope.organizationId] : [])),
    eventIds: scopes.flatMap(scope => (scope.kind === 'event' ? [scope.eventId] : [])),
  }
}

const NOTHING = { organizationIds: [], eventIds: [] } as const

/** Is there nothing that it could be done with? */
export const isNothing = (reach: Reach): boolean =>
  reach !== 'everything' && reach.organizationIds.length + reach.eventIds.length === 0

/** Is the verb for such a principal at all, whatever it is done with? */
export function isFor(principal: Principal, verb: Verb): boolean {
  switch (principal.kind) {
    case 'visitor':
    case 'buyer':
      return false
    case 'key':
      return KEYS[principal.role].has(verb)
    case 'door':
      return (
        DOORS.has(verb) ||
        (verb === 'search-attendees' && principal.maySearch) ||
        (verb === 'sell-at-door' && principal.maySell)
      )
    case 'sponsor':
      return SPONSORS.has(verb)
    case 'member':
      return principal.roles.some(role => allows(role, verb))
    case 'operator':
      return verb === 'administer-shop' || verb === 'manage-members'
    case 'system':
      return true
    default:
      return principal satisfies never
  }
}

const isOfOneEvent = (principal: Principal): principal is DoorKey | SponsorKey =>
  principal.kind === 'door' || principal.kind === 'sponsor'

/** What holds for the whole shop is for its owners, and not for those of an organisation. */
function allows({ role, scope }: ScopedRole, verb: Verb): boolean {
  return MEMBERS[role].has(verb) && (verb !== 'administer-shop' || scope.kind === 'shop')
}

function covers(scope: Scope, resource: Resource): boolean {
  if (scope.kind === 'shop') return true
  if (resource === 'shop') return false
  return scope.kind === 'organization'
    ? scope.organizationId === resource.organizationId
    : scope.eventId === resource.eventId
}

/** For the whole shop there are owners alone: everything else is done for an organisation or an event. */
export function isRoleOfScope({ role, scope }: ScopedRole): boolean {
  return scope.kind !== 'shop' || role === 'OWNER'
}

/** Does it make its member an owner of the shop, of which there must be one? */
export function isShopOwnership({ role, scope }: ScopedRole): boolean {
  return scope.kind === 'shop' && role === 'OWNER'
}

/**
 * May the principal give this role, or take it away? No principal gives more than it has: an owner of an organisation makes
 * other owners of it, and none of the shop.
 */
export function mayGive(principal: Principal, { scope }: ScopedRole): boolean {
  return may(principal, 'manage-members', scope.kind === 'shop' ? 'shop' : scope)
}
