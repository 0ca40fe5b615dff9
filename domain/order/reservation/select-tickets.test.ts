import { describe, expect, test } from 'vitest'
import { aCategory, anOffer } from '#tests/builders/offer.ts'
import { code as lowering, percent, serviceId } from '#tests/builders/priced-order.ts'
import type { OfferedService } from '#domain/catalog/catalog/offered-service.ts'
import { after, days, instant } from '#domain/foundation/instant.ts'
import { minor } from '#domain/foundation/money/money.ts'
import type { PromoCode } from '#domain/catalog/promo-code/promo-code.ts'
import type { PromoCodeId, RedeemableCode, TokenId } from '#domain/catalog/promo-code/redeemable-code.ts'
import { type SelectionFacts, selectTickets } from './select-tickets.ts'

const NOW = instant(1_800_000_000_000)
const onSale = { start: after(NOW, -days(1)), end: after(NOW, days(1)) }
const standard = aCategory({ id: 1, onSale })
const later = aCategory({ id: 2, onSale: { start: after(NOW, days(1)), end: after(NOW, days(2)) } })
const over = aCategory({ id: 3, onSale: { start: after(NOW, -days(2)), end: after(NOW, -days(1)) } })
const hidden = aCategory({ id: 4, isRestricted: true, onSale })
const alsoHidden = aCategory({ id: 5, isRestricted: true, onSale })

const dinner: OfferedService = {
  id: serviceId(1),
  type: 'SUPPLEMENT',
  vat: 'INHERITED',
  charge: { policy: 'OPTIONAL_UNLIMITED_AMOUNT', price: minor(1000n) },
  title: { en: 'Dinner' },
  description: {},
  onSale,
  ordinal: 0,
  stock: null,
  maxQtyPerOrder: 1,
}
const lunch: OfferedService = { ...dinner, id: serviceId(2), onSale: later.onSale }
const fee: OfferedService = {
  ...dinner,
  id: serviceId(3),
  type: 'SUPPLEMENT',
  charge: { policy: 'MANDATORY_PERCENTAGE_RESERVATION', percentage: percent('5'), minimum: null, maximum: null },
}

const token: RedeemableCode = { kind: 'token', id: 7n as TokenId, code: 'ABCDEF', categoryId: hidden.id }

function access(maximumUsage: number | null): RedeemableCode {
  const promo = { codeType: 'ACCESS' as const, code: 'BACKSTAGE', hiddenCategory: hidden.id }
  return { kind: 'promo-code', id: 1 as PromoCodeId, promo, maximumUsage, uses: 0 }
}

function discount(promo: PromoCode, maximumUsage: number | null = null): RedeemableCode {
  if (promo.codeType === 'DYNAMIC') throw new Error('a dynamic discount has no code to type')
  return { kind: 'promo-code', id: 2 as PromoCodeId, promo, maximumUsage, uses: 0 }
}

function facts(changes: Partial<SelectionFacts> = {}): SelectionFacts {
  const categories = [standard, later, over, hidden, alsoHidden]
  return {
    offer: anOffer({ categories, services: [dinner, lunch, fee] }),
    now: NOW,
    maximumPerLine: () => 5,
    isPerson: true,
    code: null,
    ...changes,
  }
}

type Changes = Partial<SelectionFacts> & { readonly extras?: [number, number][] }

function select(counts: [number, number][], { extras = [], ...changes }: Changes = {}) {
  const lines = counts.map(([categoryId, quantity]) => ({ categoryId, quantity }))
  const services = extras.map(([id, quantity]) => ({ serviceId: serviceId(id), quantity, amount: null }))
  return selectTickets({ lines, services }, facts(changes))
}

function codes(counts: [number, number][], changes?: Changes) {
  const outcome = select(counts, changes)
  return outcome.ok
    ? outcome.value.lines.map(line => [line.category.id, line.quantity])
    : outcome.problems.map(({ code }) => code)
}

const TWO_LINES: [number, number][] = [
  [1, 2],
  [1, 1],
]

test('a category on sale may be reserved up to the maximum', () => {
  expect(codes([[1, 5]])).toEqual([[1, 5]])
})

test('lines of one category count together', () => {
  expect(codes(TWO_LINES)).toEqual([[1, 3]])
  expect(codes([...TWO_LINES, [1, 3]])).toEqual(['error.STEP_1_OVER_MAXIMUM'])
})

test('lines of nothing are ignored', () => {
  expect(
    codes([
      [1, 1],
      [2, 0],
      [3, -4],
    ]),
  ).toEqual([[1, 1]])
})

test('nothing selected is refused', () => {
  expect(codes([])).toEqual(['error.STEP_1_SELECT_AT_LEAST_ONE'])
  expect(codes([[1, 0]], { extras: [[1, 1]] })).toEqual(['error.STEP_1_SELECT_AT_LEAST_ONE'])
})

test('the refusal states the maximum', () => {
  expect(select([[1, 6]])).toMatchObject({ problems: [{ code: 'error.STEP_1_OVER_MAXIMUM', args: [5] }] })
})

test.each([2, 3, 99])('category %i is not on sale', id => {
  expect(codes([[id, 1]])).toEqual(['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'])
})

test('each bad category is reported', () => {
  expect(
    codes([
      [2, 1],
      [3, 1],
      [1, 1],
    ]),
  ).toEqual(['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE', 'error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'])
})

test('both ends of a sale are outside it', () => {
  expect(codes([[1, 1]], { now: standard.onSale.start })).toEqual(['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'])
  expect(codes([[1, 1]], { now: standard.onSale.end })).toEqual(['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'])
})

test('an unknown code is reported beside the other problems, and nothing is reserved', () => {
  expect(codes([[1, 1]], { code: 'unknown' })).toEqual(['error.STEP_1_CODE_NOT_FOUND'])
  expect(codes([], { code: 'unknown' })).toEqual(['error.STEP_1_CODE_NOT_FOUND', 'error.STEP_1_SELECT_AT_LEAST_ONE'])
  expect(codes([[4, 1]], { code: 'unknown' })).toEqual(['error.STEP_1_CODE_NOT_FOUND'])
})

describe('extras', () => {
  test('those that can be had are reserved with the tickets', () => {
    const outcome = select([[1, 1]], { extras: [[1, 2]] })
    expect(outcome).toMatchObject({ ok: true, value: { services: [{ service: { id: 1 }, quantity: 2 }] } })
  })

  test.each([2, 99])('extra %i is not on sale: one refusal, whatever else there is', id => {
    const extras: [number, number][] = [
      [id, 1],
      [1, 1],
    ]
    expect(codes([[1, 1]], { extras })).toEqual(['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'])
    expect(codes([...TWO_LINES, [2, 1]], { extras })).toEqual(['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'])
  })

  test('what comes by itself is not chosen', () => {
    expect(select([[1, 1]], { extras: [[3, 4]] })).toMatchObject({ ok: true, value: { services: [] } })
  })

  test('999 items of an unlimited extra are as many as there are', () => {
    expect(codes([[1, 1]], { extras: [[1, 999]] })).toEqual([[1, 1]])
    const extras: [number, number][] = [
      [1, 999],
      [1, 1],
    ]
    expect(codes([[1, 1]], { extras })).toEqual(['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'])
  })
})

describe('hidden categories', () => {
  test('a hidden category needs its code', () => {
    expect(codes([[4, 1]])).toEqual(['error.STEP_1_ACCESS_RESTRICTED'])
    expect(codes([[4, 1]], { code: discount(lowering('10%')) })).toEqual(['error.STEP_1_ACCESS_RESTRICTED'])
  })

  test.each([
    ['a token', token],
    ['an access code', access(null)],
  ])('%s opens its category and no other', (_, code) => {
    expect(codes([[4, 1]], { code })).toEqual([[4, 1]])
    expect(codes([[5, 1]], { code })).toEqual(['error.STEP_1_ACCESS_RESTRICTED'])
    expect(codes([[1, 2]], { code })).toEqual([[1, 2]])
  })

  test('a token buys one ticket', () => {
    expect(codes([[4, 2]], { code: token })).toEqual(['error.STEP_1_NOT_ENOUGH_TICKETS'])
    expect(codes([[4, 6]], { code: token })).toEqual(['error.STEP_1_OVER_MAXIMUM'])
  })

  test('the maximum of an access code is its own, for its category only', () => {
    expect(codes([[4, 5]], { code: access(null) })).toEqual([[4, 5]])
    expect(codes([[4, 7]], { code: access(7) })).toEqual([[4, 7]])
    expect(select([[4, 3]], { code: access(2) })).toMatchObject({
      problems: [{ code: 'error.STEP_1_OVER_MAXIMUM', args: [2] }],
    })
    expect(select([[1, 6]], { code: access(7) })).toMatchObject({ problems: [{ args: [5] }] })
  })

  test('the maximum of a code that lowers prices is no maximum of a line', () => {
    expect(codes([[1, 5]], { code: discount(lowering('10%', 1), 2) })).toEqual([[1, 5]])
  })

  test('a closed category is reported only when everything else is right', () => {
    expect(
      codes([
        [4, 1],
        [2, 1],
      ]),
    ).toEqual(['error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'])
  })
})
