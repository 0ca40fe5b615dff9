import { describe, expect, test } from 'vitest'
import { after, days, minutes } from '#domain/foundation/instant.ts'
import { SOME_DAY, aCategory } from '#tests/builders/offer.ts'
import { type SaleFacts, noticesOf, saleToCome } from './sale-notice.ts'

const from = (begins: number, ends = 5) => ({
  onSale: { start: after(SOME_DAY, days(begins)), end: after(SOME_DAY, days(ends)) },
})
const soon = aCategory({ id: 1, ...from(1) })
const later = aCategory({ id: 2, ...from(2) })
const onSale = aCategory({ id: 3, ...from(-1) })
const over = aCategory({ id: 4, ...from(-2, -1) })
const hidden = aCategory({ id: 5, isRestricted: true, ...from(-1) })

const facts = (categories: SaleFacts['categories'], changes: Partial<SaleFacts> = {}): SaleFacts => ({
  status: 'PUBLIC',
  endsAt: after(SOME_DAY, days(9)),
  categories,
  now: SOME_DAY,
  ...changes,
})

describe('The sale that a visitor can wait for', () => {
  test.each([
    ['begins with the first category', facts([later, soon]), soon.onSale.start],
    ['does not mind hidden ones', facts([soon, hidden]), soon.onSale.start],
    ['is none once a category is on sale', facts([soon, onSale]), undefined],
    ['is none once a sale is over', facts([over, soon]), undefined],
    ['is none without a visible category', facts([hidden]), undefined],
    ['is none of a draft', facts([soon], { status: 'DRAFT' }), undefined],
    ['is none of a cancelled event', facts([soon], { status: 'DISABLED' }), undefined],
    ['is none after the event', facts([soon], { endsAt: SOME_DAY }), undefined],
  ])('%s', (_name, sale, expected) => expect(saleToCome(sale)).toBe(expected))
})

describe('Notices', () => {
  test.each([
    ['wait for the sale', facts([soon, later]), 'keep'],
    ['wait until its last minute', facts([soon], { now: after(soon.onSale.start, -minutes(1)) }), 'keep'],
    ['are sent when it begins', facts([soon, later], { now: soon.onSale.start }), 'send'],
    ['wait while the event is not public', facts([onSale], { status: 'DISABLED' }), 'keep'],
    ['are not sent for what is hidden', facts([hidden, soon]), 'keep'],
    ['are dropped after the sale', facts([over]), 'drop'],
    ['are dropped without a visible category', facts([hidden]), 'drop'],
    ['are dropped after the event', facts([onSale], { endsAt: SOME_DAY }), 'drop'],
  ])('%s', (_name, sale, expected) => expect(noticesOf(sale)).toBe(expected))
})
