import { describe, expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import type { DiscountRequest, EventRequest, PromoCodeRequest } from './event-request.ts'
import {
  now,
  eventEnd,
  aCategory,
  anEvent,
  aCode,
  withCode,
  hidden,
  anAccess,
  withAccess,
  aRule,
  withRule,
  draftOf,
  problemsOf,
} from '#tests/builders/event-requests.ts'
import { type OwnCodes, clashingCodes } from './promo-code.ts'

const codeOf = (changes: PromoCodeRequest) => draftOf(withCode(changes)).promoCodes[0]

describe('a code', () => {
  test('is stored in capitals and holds from now until the event ends, for everything and any number of times', () => {
    expect(codeOf({ name: ' tenoff10 ' })).toEqual({
      id: null,
      code: 'TENOFF10',
      effect: { codeType: 'DISCOUNT', discount: { kind: 'PERCENTAGE', percentage: 100_000n }, categories: [] },
      maxUsage: null,
      valid: { start: now, end: eventEnd },
    })
  })

  test('takes off minor units of the currency of the event', () => {
    expect(codeOf({ discountType: 'FIXED_AMOUNT', discount: 500 })?.effect).toMatchObject({
      discount: { kind: 'FIXED_AMOUNT', amount: 500n, currency: 'CHF' },
    })
  })

  test('names categories, and opens a hidden one', () => {
    const tickets = {
      categories: [aCategory(), hidden],
      promoCodes: [aCode({ categories: ['Conference'] }), anAccess()],
    }
    expect(draftOf(anEvent({}, tickets)).promoCodes.map(({ effect }) => effect)).toMatchObject([
      { codeType: 'DISCOUNT', categories: ['Conference'] },
      { codeType: 'ACCESS', hiddenCategory: 'Backstage' },
    ])
  })

  test.each<[string, PromoCodeRequest, string]>([
    ['that is guessed', { name: 'SECRET' }, 'code-malformed at tickets.promoCodes[0].name'],
    ['that is no word', { name: 'TEN OFF 10' }, 'code-malformed at tickets.promoCodes[0].name'],
    [
      'that lowers prices by nothing',
      { codeType: 'DISCOUNT', discountType: 'NONE' },
      'discount-type-unknown at tickets.promoCodes[0].discountType',
    ],
    ['of an unknown kind', { discount: null }, 'discount-unreadable at tickets.promoCodes[0].discount'],
    ['that takes off more than all', { discount: 101 }, 'discount-unreadable at tickets.promoCodes[0].discount'],
    [
      'that takes off less than nothing',
      { discountType: 'FIXED_AMOUNT', discount: -1 },
      'discount-unreadable at tickets.promoCodes[0].discount',
    ],
    ['for an unknown category', { categories: ['Loge'] }, 'category-unknown at tickets.promoCodes[0].categories'],
    ['used never', { maxUsage: 0 }, 'code-maximum-unreadable at tickets.promoCodes[0].maxUsage'],
    [
      'that ends first',
      { validFrom: '2027-02-01T00:00', validTo: '2027-01-31T00:00' },
      'code-validity-order at tickets.promoCodes[0]',
    ],
    [
      'that lowers prices and opens',
      { codeType: 'DISCOUNT', hiddenCategory: 'Conference' },
      'code-hidden-category-unfit at tickets.promoCodes[0].hiddenCategory',
    ],
  ])('is refused %s', (_, changes, problem) => {
    expect(problemsOf(withCode(changes))).toEqual([problem])
  })

  test.each<[string, PromoCodeRequest, string]>([
    [
      'that opens nothing',
      { hiddenCategory: null },
      'code-hidden-category-missing at tickets.promoCodes[0].hiddenCategory',
    ],
    [
      'that opens an unknown category',
      { hiddenCategory: 'Loge' },
      'category-unknown at tickets.promoCodes[0].hiddenCategory',
    ],
    ['that opens what is open', { hiddenCategory: 'Conference' }, 'code-hidden-category-open at tickets.promoCodes'],
    ['that opens and takes off', { discount: 10 }, 'code-access-only at tickets.promoCodes[0]'],
  ])('is refused %s', (_, changes, problem) => {
    expect(problemsOf(withAccess(changes))).toEqual([problem])
  })

  test.each<[string, EventRequest, string]>([
    [
      'that comes twice',
      anEvent({}, { promoCodes: [aCode(), aCode({ name: 'TENOFF10' })] }),
      'code-repeated at tickets.promoCodes[1].name',
    ],
    [
      'that takes off an amount without a currency',
      anEvent(
        {},
        {
          freeOfCharge: true,
          currency: null,
          categories: [aCategory({ price: 0 })],
          promoCodes: [aCode({ discountType: 'FIXED_AMOUNT', discount: 500 })],
        },
      ),
      'discount-currency-missing at tickets.promoCodes[0].discountType',
    ],
    [
      'of the organisation for one category',
      anEvent({ organizer: { promoCodes: [aCode({ categories: ['Conference'] })] } }),
      'code-of-organizer-limited at organizer.promoCodes[0]',
    ],
    [
      'of the organisation that opens a category',
      anEvent({ organizer: { promoCodes: [anAccess()] } }),
      'code-of-organizer-limited at organizer.promoCodes[0]',
    ],
  ])('is refused %s', (_, changes, problem) => {
    expect(problemsOf(changes)).toEqual([problem])
  })
})

describe('a discount without a code to type', () => {
  test('keeps the order and the words of its organiser', () => {
    const message = [{ lang: 'en', body: 'Three are cheaper' }]
    const discounts = [aRule({ message, categories: ['Conference'] }), aRule({ minimumTickets: 5, discount: 20 })]
    expect(draftOf(anEvent({ discounts })).discounts).toMatchObject([
      { minimumTickets: 3, categories: ['Conference'], message: { en: 'Three are cheaper' } },
      { minimumTickets: 5, discount: { kind: 'PERCENTAGE', percentage: 200_000n }, categories: [], message: {} },
    ])
  })

  test.each<[string, DiscountRequest, string]>([
    ['from no ticket on', { minimumTickets: 0 }, 'discount-minimum-unreadable at discounts[0].minimumTickets'],
    ['of more than all', { discount: 101 }, 'discount-unreadable at discounts[0].discount'],
    ['for an unknown category', { categories: ['Loge'] }, 'category-unknown at discounts[0].categories'],
    [
      'described in a language that is not shipped',
      { message: [{ lang: 'xx', body: 'x' }] },
      'language-unknown at discounts[0].message',
    ],
  ])('is refused %s', (_, changes, problem) => {
    expect(problemsOf(withRule(changes))).toEqual([problem])
  })
})

const present = instant(1_000)
const holding = (...codes: string[]) => codes.map(code => ({ code, valid: { start: instant(0), end: instant(2_000) } }))
const ended = [{ code: 'STAGE-21', valid: { start: instant(0), end: present } }]
const nothing = { stored: [], next: [] }
const facts: OwnCodes = {
  categories: [{ code: null }, { code: 'STAGE-21' }],
  event: nothing,
  organizer: nothing,
  elsewhere: [],
  now: present,
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
  const problems = clashingCodes({ ...facts, ...changes }).map(
    ({ code, field, args }) => `${code} at ${field}: ${args?.join()}`,
  )
  expect(problems).toEqual(expected)
})
