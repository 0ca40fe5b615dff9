import { describe, expect, test } from 'vitest'
import { SOME_DAY, aCategory, anEvent, anOffer } from '#tests/builders/offer.ts'
import {
  accessCode,
  code as lowering,
  dynamic,
  included,
  orderCode,
  percent,
  serviceId,
} from '#tests/builders/priced-order.ts'
import type { OfferedService } from '#domain/catalog/catalog/offered-service.ts'
import { after, days } from '#domain/foundation/instant.ts'
import { ZERO, minor } from '#domain/foundation/money/money.ts'
import type { DiscountRule, DiscountRuleId, PromoCode } from '#domain/catalog/promo-code/promo-code.ts'
import type { PromoCodeId, RedeemableCode, TokenId } from '#domain/catalog/promo-code/redeemable-code.ts'
import { isSeatsOnly, linkItems, planOrder, seatAttendees, successors } from './plan-order.ts'
import type { Selection } from './select-tickets.ts'

const standard = aCategory({ id: 1, price: minor(10_000n) })
const student = aCategory({ id: 2, price: minor(5000n) })
const hidden = aCategory({ id: 9, price: minor(8000n), isRestricted: true })

function extra(id: number, changes: Partial<OfferedService>): OfferedService {
  const onSale = { start: after(SOME_DAY, -days(1)), end: after(SOME_DAY, days(1)) }
  const words = { title: { en: 'Extra' }, description: {}, ordinal: 0, stock: null, maxQtyPerOrder: 1 }
  const charge = { policy: 'OPTIONAL_UNLIMITED_AMOUNT' as const, price: minor(1000n) }
  const service = { id: serviceId(id), type: 'SUPPLEMENT' as const, vat: 'INHERITED' as const, charge, onSale }
  return { ...service, ...words, ...changes }
}

const dinner = extra(1, {})
const shirt = extra(2, { stock: 5 })
const gift = extra(3, { type: 'DONATION', charge: { policy: null, price: null } })
const charge = { policy: 'MANDATORY_PERCENTAGE_FOR_TICKET' as const, percentage: percent('10') }
const fee = extra(4, { type: 'SUPPLEMENT', charge: { ...charge, minimum: null, maximum: null } })
const over = extra(5, { ...fee, id: serviceId(5), onSale: { start: after(SOME_DAY, -days(2)), end: SOME_DAY } })

/** 20 % off from three tickets on. */
const rule: DiscountRule = {
  id: 6 as DiscountRuleId,
  minimumTickets: 3,
  grants: { ...dynamic('20%'), codeType: 'DYNAMIC' } as DiscountRule['grants'],
  message: {},
}

function promoCode(promo: PromoCode, maximumUsage: number | null = null): RedeemableCode {
  if (promo.codeType === 'DYNAMIC') throw new Error('a dynamic discount has no code to type')
  return { kind: 'promo-code', id: 1 as PromoCodeId, promo, maximumUsage, uses: 0 }
}

const token: RedeemableCode = { kind: 'token', id: 7n as TokenId, code: 'ABCDEF', categoryId: hidden.id }

type PlanOptions = {
  readonly code?: RedeemableCode
  readonly services?: OfferedService[]
  readonly chosen?: Selection['services']
}

function plan(lines: Selection['lines'], { code, services = [], chosen = [] }: PlanOptions = {}) {
  const event = anEvent({ tax: included('8.1') })
  const offer = anOffer({ context: event, categories: [standard, student, hidden], services, discountRules: [rule] })
  return planOrder({ lines, services: chosen }, { offer, now: SOME_DAY, code: code ?? null })
}

const one = (category = standard) => ({ category, quantity: 1 })
const three = { category: standard, quantity: 3 }

test('seats at their price', () => {
  const planned = plan([one(), one(student)])
  expect(planned.lines.map(({ unit }) => unit.final)).toEqual([10_000n, 5000n])
  expect(planned).toMatchObject({ price: { total: 15_000n, discount: 0n }, promoCodeId: null, discountRuleId: null })
  expect(isSeatsOnly(planned)).toBe(true)
})

describe('what lowers the price', () => {
  test('a code, of its categories', () => {
    const planned = plan([one(), one(student)], { code: promoCode(lowering('10%', 2)) })
    expect(planned.lines.map(({ unit }) => unit.discount)).toEqual([0n, 500n])
    expect(planned).toMatchObject({ price: { total: 14_500n, discount: 500n }, promoCodeId: 1, discountRuleId: null })
  })

  test('a code off the whole order leaves the tickets their price', () => {
    const planned = plan([one()], { code: promoCode(orderCode(1500n)) })
    expect(planned.lines[0]?.unit).toMatchObject({ discount: 0n, final: 10_000n })
    expect(planned.price).toMatchObject({ total: 8500n, discount: 1500n })
  })

  test("the organiser's rule, when the selection meets it", () => {
    expect(plan([{ ...three, quantity: 2 }])).toMatchObject({ discountRuleId: null, price: { discount: 0n } })
    expect(plan([three])).toMatchObject({ discountRuleId: 6, price: { discount: 6000n } })
  })

  test('a code of the visitor keeps the rule out, also when it is for nothing in the order', () => {
    const planned = plan([three], { code: promoCode(lowering('10%', 2)) })
    expect(planned).toMatchObject({ discountRuleId: null, promoCodeId: 1, price: { discount: 0n } })
  })

  test('an access code and a token do not', () => {
    expect(plan([three], { code: promoCode(accessCode) })).toMatchObject({ discountRuleId: 6, promoCodeId: 1 })
    expect(plan([three], { code: token })).toMatchObject({ discountRuleId: 6, promoCodeId: null })
  })
})

describe('uses of a code', () => {
  test('are tickets of its categories, counted when it is limited', () => {
    expect(plan([three, one(student)], { code: promoCode(lowering('10%', 1), 9) }).uses).toEqual({
      code: 1,
      categories: [1],
      tickets: 3,
    })
    expect(plan([three, one(student)], { code: promoCode(orderCode(5n, 1), 9) }).uses?.tickets).toBe(4)
  })

  test('are not counted otherwise', () => {
    expect(plan([three], { code: promoCode(lowering('10%')) }).uses).toBeNull()
    expect(plan([three], { code: promoCode(lowering('10%', 2), 9) }).uses).toBeNull()
  })
})

describe('tokens', () => {
  test('an access code takes one a ticket, a token is itself', () => {
    const hiddenThree = { category: hidden, quantity: 3 }
    expect(plan([one(), hiddenThree], { code: promoCode(accessCode) }).tokens).toEqual({
      kind: 'any',
      categoryId: 9,
      quantity: 3,
    })
    expect(plan([one(hidden)], { code: token }).tokens).toEqual({ kind: 'named', categoryId: 9, token: 7n })
  })

  test('nothing is taken for an order without the hidden category', () => {
    expect(plan([one()], { code: token }).tokens).toBeNull()
    expect(isSeatsOnly(plan([one()], { code: promoCode(accessCode) }))).toBe(true)
  })
})

describe('extras', () => {
  test('those that come by themselves are added while they are on sale', () => {
    const planned = plan([one()], { services: [fee, over], code: promoCode(lowering('10%')) })
    expect(
      planned.extras.map(({ serviceId: id, quantity, unit }) => [id, quantity, unit.source, unit.discount]),
    ).toEqual([[4, 1, 900n, 90n]])
    expect(planned.price).toMatchObject({ source: 10_900n, discount: 1090n, total: 9810n })
  })

  test('each knows whether its units are counted and whether it is for the order as a whole', () => {
    const chosen = [dinner, shirt, gift].map(service => ({ service, price: minor(1000n), quantity: 2 }))
    const planned = plan([one()], { services: [dinner, shirt, gift], chosen })
    expect(planned.extras.map(({ isLimited, isForOrder }) => [isLimited, isForOrder])).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ])
    expect(isSeatsOnly(planned)).toBe(false)
    expect(planned.price.total).toBe(16_000n)
  })
})

const unit = { source: ZERO, discount: ZERO, vat: ZERO, final: ZERO }

function plannedExtra(id: number, quantity: number, isForOrder = false) {
  return { serviceId: serviceId(id), quantity, unit, isLimited: false, isForOrder }
}

const places = (items: ReturnType<typeof linkItems>) => items.map(({ serviceId: id, ticket }) => [id, ticket])

test('items go round the tickets, each extra from the first', () => {
  expect(places(linkItems([plannedExtra(1, 3), plannedExtra(2, 1)], 2))).toEqual([
    [1, 0],
    [1, 1],
    [1, 0],
    [2, 0],
  ])
})

test('an extra that is asked for at two prices goes on where it was', () => {
  expect(places(linkItems([plannedExtra(1, 1), plannedExtra(1, 2)], 3))).toEqual([
    [1, 0],
    [1, 1],
    [1, 2],
  ])
})

test('an extra without a ticket of its own goes to the first ticket', () => {
  expect(places(linkItems([plannedExtra(1, 2, true)], 2))).toEqual([
    [1, 0],
    [1, 0],
  ])
})

const kindOf = (part: string) => part.slice(0, 1)

test.each([
  ['all of them stay', ['a1', 'a2', 'b1'], ['b7', 'a8', 'a9'], ['a1 a8', 'a2 a9', 'b1 b7']],
  ['the last of a kind is gone', ['a1', 'a2'], ['a8'], ['a1 a8']],
  ['one of a kind has come', ['a1'], ['a8', 'a9'], ['a1 a8']],
  ['another kind is not the same', ['a1'], ['b8'], []],
])('parts of an order have successors of their kind: %s', (_, before, now, expected) => {
  expect(successors(before, now, kindOf).map(pair => pair.join(' '))).toEqual(expected)
})

const tickets = [1, 2, 1, 1].map((categoryId, seat) => ({ categoryId, seat }))
const seatsOf = (groups: Parameters<typeof seatAttendees<(typeof tickets)[number], string>>[1]) =>
  seatAttendees(tickets, groups).map(([{ seat }, name]) => [seat, name])

test('attendees have the first tickets of their category, in the order of the seats', () => {
  expect(
    seatsOf([
      { categoryId: 1, quantity: 3, attendees: ['Ada', 'Ida'] },
      { categoryId: 2, quantity: 1, attendees: ['Grace'] },
    ]),
  ).toEqual([
    [0, 'Ada'],
    [2, 'Ida'],
    [1, 'Grace'],
  ])
})

test('a ticket without a named attendee stays with its group', () => {
  expect(
    seatsOf([
      { categoryId: 1, quantity: 2, attendees: ['Ada'] },
      { categoryId: 1, quantity: 1, attendees: ['Ida'] },
    ]),
  ).toEqual([
    [0, 'Ada'],
    [3, 'Ida'],
  ])
})

test('no attendee has a ticket that was not asked for', () => {
  expect(
    seatsOf([
      { categoryId: 1, quantity: -1, attendees: ['Ada'] },
      { categoryId: 1, quantity: 0, attendees: ['Ida'] },
      { categoryId: 2, quantity: 1, attendees: ['Grace', 'Joan'] },
      { categoryId: 9, quantity: 1, attendees: ['Mary'] },
    ]),
  ).toEqual([[1, 'Grace']])
})
