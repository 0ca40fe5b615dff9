import { expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { offerExpiry } from './offer-seat.ts'

const at = (text: string) => instant(Date.parse(text))

test.each([
  ['within working time', '2027-01-14T09:30:00+01:00', '2027-01-14T13:30:00+01:00'],
  ['in the time of the event, not of the server', '2027-01-14T17:30:00+01:00', '2027-01-15T08:30:00+01:00'],
  ['Friday evening leads to Monday morning', '2027-01-15T17:10:00+01:00', '2027-01-18T08:10:00+01:00'],
  ['over the beginning of summer time', '2027-03-26T19:20:00+01:00', '2027-03-29T08:20:00+02:00'],
  ['over the end of summer time', '2027-10-29T19:20:00+02:00', '2027-11-01T08:20:00+01:00'],
])('%s: an offer of %s is held until %s', (_name, now, expected) => {
  expect(offerExpiry(at(now), 4, 'Europe/Zurich')).toBe(at(expected))
})

test('the organiser says how many hours', () => {
  const now = at('2027-01-14T09:30:00+01:00')
  expect(offerExpiry(now, 1, 'Europe/Zurich')).toBe(at('2027-01-14T10:30:00+01:00'))
  expect(offerExpiry(now, 48, 'Europe/Zurich')).toBe(at('2027-01-18T09:30:00+01:00'))
})
