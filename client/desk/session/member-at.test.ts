import { expect, test } from 'vitest'
import { type Member, type MemberRole, type Scope, isFor } from '#domain/access/principal/principal.ts'
import { hasManyPlaces, memberAt } from './member-at.ts'

const memberWith = (...roles: (readonly [MemberRole, Scope])[]): Member => ({
  kind: 'member',
  memberId: 1,
  roles: roles.map(([role, scope]) => ({ role, scope })),
})
const ofClub = (organizationId: number): Scope => ({ kind: 'organization', organizationId })
const ofEvent = (eventId: number): Scope => ({ kind: 'event', eventId, organizationId: 0 })
const mayEdit = (member: Member, eventId: number, organizationId: number | undefined): boolean =>
  isFor(memberAt(member, { eventId, organizationId }), 'manage-events')

test('a role for one event counts for no other', () => {
  const member = memberWith(['EDITOR', ofEvent(7)], ['DOOR', ofEvent(8)])
  expect(hasManyPlaces(member)).toBe(false)
  expect([mayEdit(member, 7, undefined), mayEdit(member, 8, undefined)]).toEqual([true, false])
  expect(isFor(memberAt(member, { eventId: 8, organizationId: undefined }), 'check-in')).toBe(true)
})

test('a role for an organisation counts for its events, and until it is known whose the event is', () => {
  const member = memberWith(['EDITOR', ofClub(1)], ['DOOR', ofClub(2)])
  expect(hasManyPlaces(member)).toBe(true)
  expect([1, 2, undefined].map(owner => mayEdit(member, 7, owner))).toEqual([true, false, true])
})

test('an owner of the shop has all events, and whose they are is of no interest with roles for one place', () => {
  const owner = memberWith(['OWNER', { kind: 'shop' }])
  expect(mayEdit(owner, 7, 3)).toBe(true)
  expect(hasManyPlaces(owner)).toBe(false)
  expect(hasManyPlaces(memberWith(['DESK', ofClub(1)], ['FINANCE', ofClub(1)]))).toBe(false)
  expect(hasManyPlaces(memberWith(['EDITOR', ofClub(1)], ['DOOR', ofEvent(8)]))).toBe(true)
})
