import { expect, test } from 'vitest'
import { countedAddress } from './google-analytics.tsx'

const ID = '4f2e1a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b'

test.each([
  ['https://a.example/event/festival', 'https://a.example/event/festival'],
  [
    `https://a.example/event/festival/reservation/${ID}/book?lang=de`,
    'https://a.example/event/festival/reservation/x/book',
  ],
  ['https://a.example/event/festival/ticket/AbC123/view', 'https://a.example/event/festival/ticket/x/view'],
  ['https://a.example/event/festival/code/SECRET', 'https://a.example/event/festival/code/x'],
  ['https://a.example/event/festival?code=SECRET&email=ada@example.org', 'https://a.example/event/festival'],
  [`https://a.example/o/${ID}`, 'https://a.example/o/x'],
])('%s is counted as %s', (address, expected) => {
  expect(countedAddress(address, { isScrambled: false })).toBe(expected)
  expect(countedAddress(address, { isScrambled: true })).toBe(expected)
})

test('the campaign of a link is reported, but not when visitors are not recognised', () => {
  const address = 'https://a.example/?utm_source=letter&code=SECRET'
  expect(countedAddress(address, { isScrambled: false })).toBe('https://a.example/?utm_source=letter')
  expect(countedAddress(address, { isScrambled: true })).toBe('https://a.example/')
})
