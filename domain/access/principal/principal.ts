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
  /** A signed-in member of an organisation. */
  | { readonly kind: 'member'; readonly role: MemberRole; readonly organizationId: number; readonly userId: number }
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

export const KEY_ROLES = ['API_CLIENT', 'SUPERVISOR', 'OPERATOR', 'SPONSOR'] as const
export type KeyRole = (typeof KEY_ROLES)[number]

export type MemberRole = 'OWNER' | 'SUPERVISOR' | 'OPERATOR'

/** What can be allowed. Each covers a family of calls, named by what they are for. */
export type Verb =
  /** Organisations, their keys, and what holds for the whole shop. */
  | 'administer-shop'
  /** Events, their settings and figures. */
  | 'manage-events'
  /** Awaited payments, invoices and credits. */
  | 'manage-orders'
  /** What everybody at the entrance may know. */
  | 'see-entrance'
  /** Scan tickets, take payments at the desk, see the figures of the entrance. */
  | 'check-in'
  /** Look for attendees by name. */
  | 'search-attendees'
  /** Note leads as a sponsor. */
  | 'collect-leads'
  /** Read the leads that the key itself has noted. */
  | 'list-own-leads'

/** Whose it is; `shop` belongs to the operator. */
export type Resource = { readonly organizationId: number } | 'shop'

const KEYS: Readonly<Record<KeyRole, ReadonlySet<Verb>>> = {
  API_CLIENT: new Set(['manage-events', 'manage-orders', 'list-own-leads']),
  SUPERVISOR: new Set(['see-entrance', 'check-in', 'search-attendees', 'list-own-leads']),
  OPERATOR: new Set(['see-entrance', 'check-in', 'list-own-leads']),
  SPONSOR: new Set(['see-entrance', 'collect-leads', 'list-own-leads']),
}

const MEMBERS: Readonly<Record<MemberRole, ReadonlySet<Verb>>> = {
  OWNER: new Set(['manage-events', 'manage-orders', 'see-entrance', 'check-in', 'search-attendees']),
  SUPERVISOR: new Set(['see-entrance', 'check-in', 'search-attendees']),
  OPERATOR: new Set(['see-entrance', 'check-in']),
}

/** May the principal do this with an owner's things? What an organisation owns is for its own people alone. */
export function may(principal: Principal, verb: Verb, resource: Resource): boolean {
  if (!isFor(principal, verb)) return false
  if (principal.kind !== 'key' && principal.kind !== 'member') return true
  return resource !== 'shop' && resource.organizationId === principal.organizationId
}

/** Is the verb for such a principal at all, whatever it is done with? */
export function isFor(principal: Principal, verb: Verb): boolean {
  switch (principal.kind) {
    case 'visitor':
    case 'buyer':
      return false
    case 'key':
      return KEYS[principal.role].has(verb)
    case 'member':
      return MEMBERS[principal.role].has(verb)
    case 'operator':
      return verb === 'administer-shop'
    case 'system':
      return true
    default:
      return principal satisfies never
  }
}
