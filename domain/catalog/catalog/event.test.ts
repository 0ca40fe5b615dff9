import { expect, test } from 'vitest'
import { SOME_DAY, aCategory, anEvent } from '#tests/builders/offer.ts'
import { after } from '#domain/foundation/instant.ts'
import type { Language } from '#domain/foundation/language/texts.ts'
import { hasEnded, isOnline } from './event.ts'
import { displayName } from './common-context.ts'

const event = anEvent({ endsAt: SOME_DAY })

test('an event has ended in its last moment', () => {
  expect(hasEnded(event, after(SOME_DAY, -1))).toBe(false)
  expect(hasEnded(event, SOME_DAY)).toBe(true)
})

test.each([
  ['ONLINE', 'INHERIT', true],
  ['ONLINE', 'IN_PERSON', true],
  ['HYBRID', 'ONLINE', true],
  ['HYBRID', 'IN_PERSON', false],
  ['HYBRID', 'INHERIT', false],
  ['IN_PERSON', 'ONLINE', false],
] as const)('at an event %s a category %s gives online access: %s', (format, accessType, expected) => {
  expect(isOnline(anEvent({ format }), aCategory({ accessType }))).toBe(expected)
})

test('an event has one name: that of its first language', () => {
  const languages = ['it', 'de'].map(code => code as Language) as [Language, Language]
  expect(displayName({ languages, title: { de: 'Tagung', it: 'Convegno' } })).toBe('Convegno')
  expect(displayName({ languages, title: { de: 'Tagung' } })).toBe('Tagung')
})
