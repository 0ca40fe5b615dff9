import { expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { type OwnCodes, clashingCodes } from './clashing-codes.ts'

const now = instant(1_000)
const holding = (...codes: string[]) => codes.map(code => ({ code, valid: { start: instant(0), end: instant(2_000) } }))
const ended = [{ code: 'STAGE-21', valid: { start: instant(0), end: now } }]
const nothing = { stored: [], next: [] }
const facts: OwnCodes = {
  categories: [{ code: null }, { code: 'STAGE-21' }],
  event: nothing,
  organizer: nothing,
  elsewhere: [],
  now,
}

test.each<[string, Partial<OwnCodes>, string[]]>([
  ['of nothing', {}, []],
  ['of another promo code', { event: { stored: [], next: holding('BALCONY') } }, []],
  ['of a promo code that has ended', { event: { stored: ended, next: ended } }, []],
  [
    'of a new promo code',
    { event: { stored: [], next: holding('BALCONY', 'STAGE-21') } },
    ['code-of-category at tickets.promoCodes: STAGE-21'],
  ],
  [
    'of a promo code that was there before',
    { event: { stored: holding('STAGE-21'), next: holding('STAGE-21') } },
    ['category-code-taken at tickets.categories: STAGE-21'],
  ],
  ['of a promo code that goes', { event: { stored: holding('STAGE-21'), next: [] } }, []],
  [
    'of a code of the organisation',
    { organizer: { stored: holding('STAGE-21'), next: holding('STAGE-21') } },
    ['category-code-taken at tickets.categories: STAGE-21'],
  ],
  [
    'of a new code of the organisation',
    { organizer: { stored: [], next: holding('STAGE-21') } },
    ['code-of-category at organizer.promoCodes: STAGE-21'],
  ],
  [
    'of nothing, while another event has a category with a code of the organisation',
    { organizer: { stored: [], next: holding('BALCONY') }, elsewhere: ['BALCONY'] },
    ['code-of-category at organizer.promoCodes: BALCONY'],
  ],
])('a category has the code %s', (_, changes, expected) => {
  const told = clashingCodes({ ...facts, ...changes }).map(
    ({ code, field, args }) => `${code} at ${field}: ${args?.join()}`,
  )
  expect(told).toEqual(expected)
})
