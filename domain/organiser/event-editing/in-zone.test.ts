import { expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { inZone } from './in-zone.ts'
import type { EventDraft } from './event-draft.ts'

const at = (text: string) => instant(Date.parse(text))
const onSale = { start: at('2027-01-01T00:00:00+01:00'), end: at('2027-05-14T18:00:00+02:00') }

test('every time of an event that moves to another zone is the same by the clock there', () => {
  const stored = {
    timeZone: 'Europe/Zurich',
    startsAt: at('2027-05-15T09:00:00+02:00'),
    endsAt: at('2027-05-15T17:30:00+02:00'),
    callLinks: [],
    categories: [
      { onSale, checkInFrom: at('2027-05-15T08:00:00+02:00'), checkInTo: null, validFrom: null, validTo: null },
    ],
    services: [{ onSale }],
    promoCodes: [],
  } as unknown as EventDraft
  const inNewYork = { start: at('2027-01-01T00:00:00-05:00'), end: at('2027-05-14T18:00:00-04:00') }
  expect(inZone(stored, 'America/New_York')).toMatchObject({
    timeZone: 'America/New_York',
    startsAt: at('2027-05-15T09:00:00-04:00'),
    endsAt: at('2027-05-15T17:30:00-04:00'),
    categories: [{ onSale: inNewYork, checkInFrom: at('2027-05-15T08:00:00-04:00'), checkInTo: null }],
    services: [{ onSale: inNewYork }],
  })
  expect(inZone(stored, 'Europe/Zurich')).toBe(stored)
})
