import { describe, expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { type Currency, currency } from '#domain/foundation/money/currency.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { NO_PERCENTAGE, percentage } from '#domain/foundation/money/percentage.ts'
import type { Discount } from '#domain/catalog/promo-code/promo-code.ts'
import { type StoredDiscount, planDiscounts, type StoredCode, planPromoCodes } from './promo-code.ts'
import { type StoredService, planServices } from './service.ts'
import { planTokens } from './plan-seats.ts'
import type { CodeEffect, DiscountDraft, PromoCodeDraft, ServiceDraft } from './event-draft.ts'

const start = instant(0)
const end = instant(1)
const off = (percent: number): Discount => ({ kind: 'PERCENTAGE', percentage: percentage(percent) ?? NO_PERCENTAGE })
const francs = currency('CHF') ?? ('CHF' as Currency)

const aService = (changes: Partial<ServiceDraft> = {}): ServiceDraft => ({
  id: 1,
  type: 'SUPPLEMENT',
  charge: { policy: 'OPTIONAL_UNLIMITED_AMOUNT', price: minor(1000n) },
  title: { en: 'Booklet' },
  description: {},
  stock: null,
  maxQtyPerOrder: 1,
  vat: 'INHERITED',
  onSale: { start, end },
  ordinal: 0,
  ...changes,
})

const units = (changes: Partial<StoredService> = {}): StoredService => {
  const { type, charge } = aService()
  return { id: 1, type, charge, taken: 0, free: 0, ...changes }
}

describe('the units of an extra', () => {
  test.each<[string, number | null, StoredService[], { added: number; removed: number }]>([
    ['that is new and limited are added', 5, [], { added: 5, removed: 0 }],
    ['that is not limited are none', null, [], { added: 0, removed: 0 }],
    ['are added up to the number there is', 10, [units({ taken: 3, free: 2 })], { added: 5, removed: 0 }],
    ['without owners are taken away', 4, [units({ taken: 3, free: 2 })], { added: 0, removed: 1 }],
    ['that are all taken stay', 3, [units({ taken: 3, free: 2 })], { added: 0, removed: 2 }],
    [
      'that wait for a buyer go once any number can be had',
      null,
      [units({ taken: 3, free: 2 })],
      { added: 0, removed: 2 },
    ],
    ['that were sold without limit count', 4, [units({ taken: 3 })], { added: 1, removed: 0 }],
  ])('%s', (_, stock, stored, change) => {
    const service = aService({ stock, id: stored.length > 0 ? 1 : null })
    expect(planServices(stored, [service], 'en')).toEqual({
      ok: true,
      value: { changes: [{ service, ...change }], ended: [], deleted: [] },
    })
  })

  test('cannot be fewer than are taken', () => {
    expect(planServices([units({ taken: 3, free: 2 })], [aService({ stock: 2 })], 'en')).toMatchObject({
      ok: false,
      problems: [{ code: 'service-units-sold', args: ['Booklet', 3] }],
    })
  })
})

describe('an extra', () => {
  test.each<[string, Partial<ServiceDraft>]>([
    ['a donation', { type: 'DONATION' }],
    ['mandatory', { charge: { policy: 'MANDATORY_ONE_FOR_TICKET', price: minor(1000n) } }],
  ])('that has been bought cannot become %s, one that has not can', (_, changes) => {
    expect(planServices([units({ taken: 1 })], [aService(changes)], 'en')).toMatchObject({
      ok: false,
      problems: [{ code: 'service-bought' }],
    })
    expect(planServices([units()], [aService(changes)], 'en')).toMatchObject({ ok: true })
  })

  test('that is missing is ended when it has been bought, and deleted when not', () => {
    expect(planServices([units({ taken: 1 }), units({ id: 2, free: 5 })], [], 'en')).toEqual({
      ok: true,
      value: { changes: [], ended: [1], deleted: [2] },
    })
  })
})

describe('a code', () => {
  const effect: CodeEffect = { codeType: 'DISCOUNT', discount: off(10), categories: [7, 8] }
  const fixed: Discount = { kind: 'FIXED_AMOUNT', amount: minor(500n), currency: francs }
  const aCode = (changes: Partial<PromoCodeDraft> = {}): PromoCodeDraft => ({
    id: 1,
    code: 'TENOFF10',
    effect,
    maxUsage: null,
    valid: { start, end },
    ...changes,
  })
  const stored = (changes: Partial<StoredCode> = {}): StoredCode => ({ ...aCode(), id: 1, isUsed: true, ...changes })

  test.each<[string, CodeEffect]>([
    ['percentage', { ...effect, discount: off(11) }],
    ['kind', { ...effect, discount: fixed }],
    ['categories', { ...effect, categories: [7] }],
    ['purpose', { codeType: 'ACCESS', hiddenCategory: 9 }],
  ])('that has been used keeps its %s, one that has not may change it', (_, changed) => {
    const codes = [aCode({ effect: changed })]
    expect(planPromoCodes([stored()], codes, 'tickets.promoCodes')).toMatchObject({
      ok: false,
      problems: [{ code: 'code-in-use', field: 'tickets.promoCodes', args: ['TENOFF10'] }],
    })
    expect(planPromoCodes([stored({ isUsed: false })], codes, 'tickets.promoCodes')).toMatchObject({ ok: true })
  })

  test.each<[string, CodeEffect, CodeEffect]>([
    ['amount', { ...effect, discount: fixed }, { ...effect, discount: { ...fixed, amount: minor(501n) } }],
    ['category', { codeType: 'ACCESS', hiddenCategory: 9 }, { codeType: 'ACCESS', hiddenCategory: 8 }],
  ])('that has been used keeps its %s', (_, before, changed) => {
    const plan = planPromoCodes([stored({ effect: before })], [aCode({ effect: changed })], 'tickets.promoCodes')
    expect(plan).toMatchObject({ ok: false, problems: [{ code: 'code-in-use' }] })
    expect(planPromoCodes([stored({ effect: before })], [aCode({ effect: before })], 'x')).toMatchObject({ ok: true })
  })

  test('that has been used may be limited, and name its categories in another order', () => {
    const codes = [aCode({ maxUsage: 5, effect: { ...effect, categories: [8, 7] } })]
    expect(planPromoCodes([stored()], codes, 'tickets.promoCodes')).toMatchObject({ ok: true, value: { put: codes } })
  })

  test('that is missing ends when it has been used, and is deleted when not', () => {
    const plan = planPromoCodes([stored(), stored({ id: 2, isUsed: false })], [], 'tickets.promoCodes')
    expect(plan).toEqual({ ok: true, value: { put: [], ended: [1], deleted: [2] } })
  })
})

describe('a discount without a code to type', () => {
  const aRule = (changes: Partial<DiscountDraft> = {}): DiscountDraft => ({
    id: null,
    minimumTickets: 3,
    discount: off(10),
    categories: [7, 8],
    message: { en: 'Three are cheaper' },
    ...changes,
  })
  const stored: StoredDiscount = { ...aRule(), id: 1 }

  test('stays as long as it says the same', () => {
    expect(planDiscounts([stored], [aRule({ categories: [8, 7] })])).toEqual({ rules: [stored], retired: [] })
  })

  test.each<[string, Partial<DiscountDraft>]>([
    ['tickets', { minimumTickets: 4 }],
    ['discount', { discount: off(11) }],
    ['categories', { categories: [] }],
    ['words', { message: { en: 'Three are cheaper', de: 'Drei sind günstiger' } }],
  ])('of other %s is a new one, and the old one is retired', (_, changes) => {
    expect(planDiscounts([stored], [aRule(changes)])).toEqual({ rules: [aRule(changes)], retired: [1] })
  })

  test('comes once, however often it is stated', () => {
    expect(planDiscounts([], [aRule(), aRule()]).rules).toHaveLength(1)
  })
})

test.each<[string, boolean, number | null, { active: number; ticketsWithoutToken: number }, object]>([
  ['a hidden category gets one for each ticket', true, 5, { active: 0, ticketsWithoutToken: 0 }, { added: 5 }],
  ['one that grows gets more', true, 8, { active: 5, ticketsWithoutToken: 0 }, { added: 3 }],
  ['one that shrinks loses some', true, 3, { active: 5, ticketsWithoutToken: 0 }, { cancelled: 2 }],
  ['tickets bought before need none', true, 5, { active: 0, ticketsWithoutToken: 2 }, { added: 3 }],
  ['an open one loses all', false, 5, { active: 5, ticketsWithoutToken: 0 }, { cancelled: 5 }],
  ['an open one has none', false, null, { active: 0, ticketsWithoutToken: 0 }, {}],
])('tokens: %s', (_, isRestricted, seats, stored, change) => {
  const seatSource = seats === null ? ({ kind: 'pool' } as const) : ({ kind: 'bounded', seats } as const)
  expect(planTokens({ isRestricted, seatSource }, stored)).toEqual({ added: 0, cancelled: 0, ...change })
})
