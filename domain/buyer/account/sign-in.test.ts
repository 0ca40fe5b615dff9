import { describe, expect, test } from 'vitest'
import { personOf } from './account.ts'

const NAMES = { givenName: 'given_name', familyName: 'family_name' }
const WHO = { iss: 'https://id.example', sub: 'u-1' }

describe('who has signed in', () => {
  test('has the identity, the names and the address that the provider sends', () => {
    const claims = { ...WHO, given_name: ' Ada ', family_name: 'Rossi', email: 'ada@example.org', email_verified: true }
    expect(personOf(claims, NAMES)).toEqual({
      identity: { issuer: 'https://id.example', subject: 'u-1' },
      email: 'ada@example.org',
      isEmailVerified: true,
      firstName: 'Ada',
      lastName: 'Rossi',
    })
  })

  test.each([
    ['true as a text', 'true', true],
    ['nothing said', undefined, false],
    ['false', false, false],
    ['another text', 'yes', false],
    ['a number', 1, false],
  ])('an address is verified only by the word of the provider: %s', (_, verified, expected) => {
    const person = personOf({ ...WHO, email: 'ada@example.org', email_verified: verified }, NAMES)
    expect(person.isEmailVerified).toBe(expected)
  })

  test.each([[undefined], ['no address'], [7], [`${'x'.repeat(250)}@example.org`]])(
    'no address of mail: %s',
    address => {
      const person = personOf({ ...WHO, email: address, email_verified: true }, NAMES)
      expect([person.email, person.isEmailVerified]).toEqual([null, false])
    },
  )

  test('names come from the claims that the operator says, are cut, and have no control characters', () => {
    const claims = { ...WHO, vorname: `A\u0000d${'a'.repeat(300)}`, family_name: 12 }
    const { firstName, lastName } = personOf(claims, { ...NAMES, givenName: 'vorname' })
    expect(firstName).toMatch(/^A da+$/)
    expect(firstName.length).toBe(255)
    expect(lastName).toBe('')
  })
})
