import { expect, test } from 'vitest'
import { KEY_ROLES, type KeyRole, type Principal, type Verb, isFor, may } from './principal.ts'

const VERBS: readonly Verb[] = [
  'administer-shop',
  'manage-events',
  'manage-orders',
  'see-entrance',
  'check-in',
  'search-attendees',
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
  ['API_CLIENT', ['manage-events', 'manage-orders']],
  ['SUPERVISOR', ['see-entrance', 'check-in', 'search-attendees']],
  ['OPERATOR', ['see-entrance', 'check-in']],
  ['SPONSOR', ['see-entrance', 'collect-leads']],
] as const)('a key of the role %s is for %s', (role, verbs) => {
  expect(verbsOf(key(role))).toEqual(verbs)
})

test('an operator administers the shop, and reads no orders of other people', () => {
  expect(verbsOf({ kind: 'operator' })).toEqual(['administer-shop'])
})

test('visitors and buyers have no part in running events', () => {
  expect(verbsOf({ kind: 'visitor' })).toEqual([])
  expect(verbsOf({ kind: 'buyer', userId: 1 })).toEqual([])
})

test('an owner does what every key of the organisation but a sponsor’s does', () => {
  expect(verbsOf({ kind: 'member', role: 'OWNER', organizationId: 1, userId: 1 })).toEqual(
    VERBS.filter(verb => verb !== 'administer-shop' && verb !== 'collect-leads'),
  )
})

test.each(KEY_ROLES)('a key of the role %s does nothing with what is another organisation’s, or the shop’s', role => {
  for (const verb of verbsOf(key(role))) {
    expect(may(key(role), verb, { organizationId: 1 })).toBe(true)
    expect(may(key(role), verb, { organizationId: 2 })).toBe(false)
    expect(may(key(role), verb, 'shop')).toBe(false)
  }
})

test('the shop by itself may do everything', () => {
  for (const verb of VERBS) expect(may({ kind: 'system' }, verb, 'shop')).toBe(true)
})
