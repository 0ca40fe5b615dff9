import { expect, test } from 'vitest'
import { shiftedPass } from './shift-pass.ts'

const ZONE = 'Europe/Zurich'
const SEASON = {
  onSaleFrom: '2027-03-01T08:00:00',
  onSaleTo: '2027-06-30T18:00:00',
  termType: 'custom',
  term: { validityFrom: '2027-04-01T00:00:00', validityTo: '2027-10-01T00:00:00' },
} as const

test('all dates of a pass move by as much as the beginning of its sale', () => {
  expect(shiftedPass(SEASON, { to: '2028-02-29T09:30', zone: ZONE })).toMatchObject({
    onSaleFrom: '2028-02-29T09:30:00',
    onSaleTo: '2028-06-29T19:30:00',
    term: { validityFrom: '2028-03-31T01:30:00', validityTo: '2028-09-30T01:30:00' },
  })
})

test('what has no date keeps none, and what is not a local date-time moves nothing', () => {
  const open = { ...SEASON, onSaleTo: null, termType: 'standard', term: { units: 6, timeUnit: 'MONTHS' } } as const
  expect(shiftedPass(open, { to: '2028-03-01T08:00', zone: ZONE })).toMatchObject({
    onSaleTo: null,
    term: { units: 6, timeUnit: 'MONTHS' },
  })
  expect(shiftedPass(SEASON, { to: 'soon', zone: ZONE })).toBeUndefined()
  expect(shiftedPass({ ...SEASON, onSaleFrom: null }, { to: '2028-03-01T08:00', zone: ZONE })).toBeUndefined()
})
