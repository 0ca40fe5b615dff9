import { expect, test } from 'vitest'
import {
  KEY_ROLES,
  type KeyRole,
  type Principal,
  type Scope,
  type ScopedRole,
  type Verb,
  isFor,
  may,
  isNothing,
  mayGive,
  reachOf,
} from './principal.ts'

const VERBS: readonly Verb[] = [
  'administer-shop',
  'manage-members',
  'manage-events',
  'manage-orders',
  'serve-orders',
  'see-entrance',
  'check-in',
  'search-attendees',
  'sell-at-door',
  'collect-leads',
]

const key = (role: KeyRole, organizationId = 1): Principal => ({
  kind: 'key',
  role,
  organizationId,
  keyId: 7,
  description: '',
})
const verbsOf = (principal: Principal) => VERBS.filter(verb => isFor(principal, verb))

test.each([
  ['API_CLIENT', ['manage-events', 'manage-orders', 'serve-orders']],
  ['SUPERVISOR', ['see-entrance', 'check-in', 'search-attendees']],
  ['OPERATOR', ['see-entrance', 'check-in']],
  ['SPONSOR', ['see-entrance', 'collect-leads']],
] as const)('a key of the role %s is for %s', (role, verbs) => {
  expect(verbsOf(key(role))).toEqual(verbs)
})

test('an operator administers the shop and its members, and reads no orders of other people', () => {
  expect(verbsOf({ kind: 'operator' })).toEqual(['administer-shop', 'manage-members'])
})

test('visitors and buyers have no part in running events', () => {
  expect(verbsOf({ kind: 'visitor' })).toEqual([])
  expect(verbsOf({ kind: 'buyer', userId: 1 })).toEqual([])
})

const member = (...roles: readonly ScopedRole[]): Principal => ({ kind: 'member', memberId: 1, roles })
const SHOP: Scope = { kind: 'shop' }
const FIRST: Scope = { kind: 'organization', organizationId: 1 }
const EVENT: Scope = { kind: 'event', organizationId: 1, eventId: 5 }
/** What devices do and no person at the desk. */
const OF_DEVICES: readonly Verb[] = ['collect-leads', 'sell-at-door']
const OF_AN_OWNER = VERBS.filter(verb => verb !== 'administer-shop' && !OF_DEVICES.includes(verb))

test.each([
  ['OWNER', OF_AN_OWNER],
  ['EDITOR', ['manage-events']],
  ['FINANCE', ['manage-orders', 'serve-orders']],
  ['DESK', ['serve-orders', 'see-entrance', 'search-attendees']],
  ['DOOR', ['see-entrance', 'check-in']],
] as const)('a member with the role %s of an organisation is for %s', (role, verbs) => {
  expect(verbsOf(member({ role, scope: FIRST }))).toEqual(verbs)
})

test('an owner of the shop administers it, and does what the owners of all organisations do', () => {
  const owner = member({ role: 'OWNER', scope: SHOP })
  expect(verbsOf(owner)).toEqual(VERBS.filter(verb => !OF_DEVICES.includes(verb)))
  expect(may(owner, 'administer-shop', 'shop')).toBe(true)
  expect(may(owner, 'manage-events', { organizationId: 2 })).toBe(true)
})

test('a role of an organisation counts for its events, and not for those of others or for the shop', () => {
  const owner = member({ role: 'OWNER', scope: FIRST })
  expect(may(owner, 'manage-events', { organizationId: 1, eventId: 5 })).toBe(true)
  expect(may(owner, 'manage-events', { organizationId: 2, eventId: 6 })).toBe(false)
  for (const verb of VERBS) expect(may(owner, verb, 'shop')).toBe(false)
})

test('a role of an event counts for that event alone', () => {
  const editor = member({ role: 'EDITOR', scope: EVENT })
  expect(may(editor, 'manage-events', { organizationId: 1, eventId: 5 })).toBe(true)
  expect(may(editor, 'manage-events', { organizationId: 1, eventId: 6 })).toBe(false)
  expect(may(editor, 'manage-events', { organizationId: 1 })).toBe(false)
})

test('the key of a door scans at its event, and finds people by name only where it may', () => {
  const door: Principal = {
    kind: 'door',
    doorKeyId: 1,
    organizationId: 1,
    eventId: 5,
    maySearch: false,
    maySell: false,
  }
  expect(verbsOf(door)).toEqual(VERBS.filter(verb => verb === 'see-entrance' || verb === 'check-in'))
  expect(isFor({ ...door, maySearch: true }, 'search-attendees')).toBe(true)
  expect(isFor({ ...door, maySearch: true }, 'sell-at-door')).toBe(false)
  expect(isFor({ ...door, maySell: true }, 'sell-at-door')).toBe(true)
  expect(may(door, 'check-in', { organizationId: 1, eventId: 5 })).toBe(true)
  expect(may(door, 'check-in', { organizationId: 1, eventId: 6 })).toBe(false)
  expect(may(door, 'check-in', { organizationId: 1 })).toBe(false)
  expect(may(door, 'check-in', 'shop')).toBe(false)
  expect(reachOf(door, 'check-in')).toEqual({ organizationIds: [], eventIds: [5] })
})

test('each of several roles counts for its own scope', () => {
  const both = member({ role: 'DOOR', scope: FIRST }, { role: 'FINANCE', scope: EVENT })
  expect(may(both, 'check-in', { organizationId: 1, eventId: 6 })).toBe(true)
  expect(may(both, 'manage-orders', { organizationId: 1, eventId: 5 })).toBe(true)
  expect(may(both, 'manage-orders', { organizationId: 1, eventId: 6 })).toBe(false)
})

test.each([
  ['an owner of the shop', member({ role: 'OWNER', scope: SHOP }), [true, true, true]],
  ['an owner of the organisation', member({ role: 'OWNER', scope: FIRST }), [false, true, true]],
  ['an owner of the event', member({ role: 'OWNER', scope: EVENT }), [false, false, true]],
  ['an editor of the organisation', member({ role: 'EDITOR', scope: FIRST }), [false, false, false]],
  ['the operator', { kind: 'operator' }, [true, true, true]],
  ['a key', key('API_CLIENT'), [false, false, false]],
] as const)('%s gives roles of the shop, the organisation and the event: %s', (_, principal, expected) => {
  expect([SHOP, FIRST, EVENT].map(scope => mayGive(principal, { role: 'OWNER', scope }))).toEqual(expected)
})

test.each(KEY_ROLES)('a key of the role %s does nothing with what is another organisation’s, or the shop’s', role => {
  for (const verb of verbsOf(key(role))) {
    expect(may(key(role), verb, { organizationId: 1 })).toBe(true)
    expect(may(key(role), verb, { organizationId: 2 })).toBe(false)
    expect(may(key(role), verb, 'shop')).toBe(false)
  }
})

test.each([
  ['an owner of the shop', member({ role: 'OWNER', scope: SHOP }), 'everything'],
  ['an editor of an organisation', member({ role: 'EDITOR', scope: FIRST }), { organizationIds: [1], eventIds: [] }],
  ['the door of an event', member({ role: 'DOOR', scope: EVENT }), { organizationIds: [], eventIds: [] }],
  [
    'a desk of an organisation and an editor of an event',
    member({ role: 'DESK', scope: FIRST }, { role: 'EDITOR', scope: EVENT }),
    { organizationIds: [], eventIds: [5] },
  ],
  ['a key', key('API_CLIENT'), { organizationIds: [1], eventIds: [] }],
  ['a key of another type', key('SPONSOR'), { organizationIds: [], eventIds: [] }],
  ['the operator', { kind: 'operator' }, { organizationIds: [], eventIds: [] }],
] as const)('the reach of %s for events is what it may manage', (_, principal, expected) => {
  const reach = reachOf(principal, 'manage-events')
  expect(reach).toEqual(expected)
  expect(isNothing(reach)).toBe(reach !== 'everything' && reach.organizationIds.length + reach.eventIds.length === 0)
  for (const [organizationId, eventId] of [
    [1, 5],
    [1, 6],
    [2, 7],
  ] as const) {
    const isReached =
      reach === 'everything' || reach.organizationIds.includes(organizationId) || reach.eventIds.includes(eventId)
    expect(may(principal, 'manage-events', { organizationId, eventId })).toBe(isReached)
  }
})

test('the reach for one of several verbs is all of what each of them reaches', () => {
  const both = member({ role: 'DOOR', scope: FIRST }, { role: 'FINANCE', scope: EVENT })
  expect(reachOf(both, 'manage-orders', 'see-entrance')).toEqual({ organizationIds: [1], eventIds: [5] })
})

test('the shop by itself may do everything', () => {
  for (const verb of VERBS) expect(may({ kind: 'system' }, verb, 'shop')).toBe(true)
})
