import { expect, test } from 'vitest'
import type { CategoryId } from '#domain/catalog/catalog/category.ts'
import { type GroupLink, linkOf, memberWithPlace, membersFor } from './attendee-group.ts'

const members = ['ada@example.org', 'grace@navy.example', '@club.example', 'alan@club.example'].map((value, index) => ({
  id: BigInt(index + 1),
  value,
}))

test.each([
  ['ada@example.org', 'FULL', [1]],
  ['ADA@Example.org', 'FULL', [1]],
  ['eve@example.org', 'FULL', []],
  ['eve@club.example', 'FULL', []],
  ['eve@example.org', 'EMAIL_DOMAIN', [1]],
  ['eve@NAVY.example', 'EMAIL_DOMAIN', [2]],
  ['eve@club.example', 'EMAIL_DOMAIN', [3, 4]],
  ['alan@club.example', 'EMAIL_DOMAIN', [4]],
  ['eve@sub.navy.example', 'EMAIL_DOMAIN', []],
  ['eve@evilnavy.example', 'EMAIL_DOMAIN', []],
  ['eve', 'EMAIL_DOMAIN', []],
  ['', 'EMAIL_DOMAIN', []],
] as const)('%s by %s matches the members %j', (email, match, expected) => {
  expect(membersFor(email, match, members).map(({ id }) => Number(id))).toEqual(expected)
})

test('a member without a domain opens no domain', () => {
  expect(membersFor('eve', 'EMAIL_DOMAIN', [{ id: 1n, value: 'ada' }])).toEqual([])
})

function link(id: number, categoryId: number | null): GroupLink {
  return { id, groupId: 1, categoryId: categoryId as CategoryId | null, match: 'FULL', maximum: 1 }
}

test.each([
  ['its own link wins', [link(1, null), link(2, 7)], 2],
  ['the link of the event holds for the others', [link(1, null), link(2, 8)], 1],
  ['without a link it is open to everybody', [link(2, 8)], undefined],
])('%s', (_name, links, expected) => {
  expect(linkOf(links, 7 as CategoryId)?.id).toBe(expected)
})

test.each([
  ['once per member, none taken', 1, [0], 0],
  ['once per member, taken', 1, [1], undefined],
  ['three per member, two taken', 3, [2], 0],
  ['three per member, three taken', 3, [3], undefined],
  ['any number', null, [999], 0],
  ['the first is full, the second of the domain has a place', 1, [1, 0], 1],
  ['nobody', 1, [], undefined],
])('%s', (_name, maximum, taken, expected) => {
  const candidates = taken.map((count, index) => ({ id: BigInt(index), value: 'x', taken: count }))
  expect(memberWithPlace(candidates, { maximum })?.id).toBe(expected === undefined ? undefined : BigInt(expected))
})
