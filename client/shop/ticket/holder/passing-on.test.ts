import { expect, test } from 'vitest'
import { passingOn } from './passing-on.tsx'

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }
const ticket = { ...ADA, assigned: true, locked: false }
const eva = { firstName: ' Eva ', lastName: 'Noether', email: ' eva@example.org ' }

test.each([
  ['name and address', ticket, eva, { name: 'Eva Noether', email: 'eva@example.org', isSameName: false }],
  [
    'the address alone',
    ticket,
    { ...ADA, email: 'ada@example.com' },
    { name: 'Ada Lovelace', email: 'ada@example.com', isSameName: true },
  ],
  ['the name alone', ticket, { ...ADA, firstName: 'Augusta' }, undefined],
  [
    'other letters of the same',
    ticket,
    { firstName: 'ADA', lastName: 'lovelace', email: 'Ada@Example.org' },
    undefined,
  ],
  ['a first naming', { ...ticket, assigned: false }, eva, undefined],
  ['a locked ticket', { ...ticket, locked: true }, eva, undefined],
  ['an address that is none', ticket, { ...eva, email: 'eva@' }, undefined],
  ['a name that is missing', ticket, { ...eva, lastName: ' ' }, undefined],
])('a ticket goes to another address: %s', (_, before, after, expected) => {
  expect(passingOn(before, after)).toEqual(expected)
})
