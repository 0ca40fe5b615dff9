import { expect, test } from 'vitest'
import { categoryId } from '#domain/catalog/catalog/category.ts'
import { currency } from '#domain/foundation/money/currency.ts'
import { minor } from '#domain/foundation/money/money.ts'
import { percentage } from '#domain/foundation/money/percentage.ts'
import type { Discount, PromoCode } from './promo-code.ts'
import {
  type PromoCodeId,
  type RedeemableCode,
  type TokenId,
  codeForPricing,
  countedCategories,
  maximumWithCode,
  openedCategory,
  usesLeft,
} from './redeemable-code.ts'

const CHF = currency('CHF')
const TEN = percentage('10')
if (CHF === undefined || TEN === undefined) throw new Error('no currency, no percentage')

const [standard, hidden] = [categoryId(1), categoryId(2)]
const tenPercent: Discount = { kind: 'PERCENTAGE', percentage: TEN }
const offTheOrder: Discount = { kind: 'FIXED_AMOUNT_RESERVATION', amount: minor(500n), currency: CHF }
const key: PromoCode = { codeType: 'ACCESS', code: 'VIPENTRY', hiddenCategory: hidden }

type Limit = { readonly maximumUsage?: number; readonly uses?: number }

const lowering = (discount: Discount, limit: Limit = {}, categories = [standard]): RedeemableCode =>
  promo({ codeType: 'DISCOUNT', code: 'EARLY10', discount, categories }, limit)
const access = (limit: Limit = {}): RedeemableCode => promo(key, limit)
const token: RedeemableCode = { kind: 'token', id: 1n as TokenId, code: 'AB23CD', categoryId: hidden }

function promo(code: Exclude<PromoCode, { codeType: 'DYNAMIC' }>, limit: Limit): RedeemableCode {
  const { maximumUsage = null, uses = 0 } = limit
  return { kind: 'promo-code', id: 1 as PromoCodeId, promo: code, maximumUsage, uses }
}

test.each([
  ['an unlimited code', lowering(tenPercent), null],
  ['an unlimited code, whatever was counted', lowering(tenPercent, { uses: 7 }), null],
  ['a fresh code', lowering(tenPercent, { maximumUsage: 3 }), 3],
  ['a code that was used', access({ maximumUsage: 3, uses: 2 }), 1],
  ['a code that was used up', lowering(tenPercent, { maximumUsage: 3, uses: 3 }), 0],
  ['a code whose maximum was lowered', lowering(tenPercent, { maximumUsage: 3, uses: 5 }), 0],
  ['a token', token, 1],
])('uses left of %s', (_, code, expected) => {
  expect(usesLeft(code)).toBe(expected)
})

test.each([
  ['without a code', undefined, standard, 5],
  ['with an unlimited code', lowering(tenPercent), standard, 5],
  ['with fewer uses left', lowering(tenPercent, { maximumUsage: 8, uses: 6 }), standard, 2],
  ['with more uses left', lowering(tenPercent, { maximumUsage: 80 }), standard, 5],
  ['of a category the code is not for', lowering(tenPercent, { maximumUsage: 1 }), hidden, 5],
  ['of any category, by an amount off the order', lowering(offTheOrder, { maximumUsage: 1 }), hidden, 1],
  ['with a token', token, hidden, 1],
  ['of another category, with a token', token, standard, 5],
  ['with an access code of its own maximum', access({ maximumUsage: 9, uses: 1 }), hidden, 8],
  ['with an access code without one', access(), hidden, 5],
  ['of another category, with an access code', access({ maximumUsage: 9 }), standard, 5],
])('the maximum of a line, usually 5, %s', (_, code, category, expected) => {
  expect(maximumWithCode(code, category, 5)).toBe(expected)
})

test.each([
  ['a limited code: of its categories', lowering(tenPercent), [standard]],
  ['a code for all: of any', lowering(tenPercent, {}, []), []],
  ['an amount off the order: of any', lowering(offTheOrder), []],
  ['an access code: of what it opens', access(), [hidden]],
])('the tickets that use up %s', (_, code, expected) => {
  expect(code.kind === 'promo-code' && countedCategories(code.promo)).toEqual(expected)
})

test('a token and an access code open a category, a discount opens none', () => {
  expect([token, access(), lowering(tenPercent)].map(openedCategory)).toEqual([hidden, hidden, undefined])
})

test('a token lowers no price, no code neither', () => {
  expect([codeForPricing(token), codeForPricing(undefined), codeForPricing(access())]).toEqual([null, null, key])
})
