import { describe, expect, test } from 'vitest'
import type { AdditionalService as WireExtra } from '#contract/event.ts'
import type { DynamicDiscount, EventCode } from '#contract/promo-code.ts'
import { aCategory } from '#tests/support/client/shown-category.ts'
import { anExtra } from '#tests/support/client/shown-extra.ts'
import { NOTHING_SELECTED, type Selection, choiceOf } from '../selection.ts'
import { runningTotal } from './running-total.ts'
import type { Terms } from './domain-terms.ts'

const WORDS = { language: 'en', discount: 'Discount' }
const EVENT = { currency: 'CHF', vat: '8.10', vatIncluded: true }
const conference = aCategory({ id: 1, name: 'Conference', formattedFinalPrice: '120.00' })
const student = aCategory({ id: 2, name: 'Student', formattedFinalPrice: '0.10', maximumSaleableTickets: 3 })

const SUMMER: EventCode = {
  code: 'SUMMER-27',
  type: 'DISCOUNT',
  discountType: 'PERCENTAGE',
  discountAmount: '10',
  categories: [],
}

function totalOf(selection: Partial<Selection>, different: Partial<Terms> & { extras?: WireExtra[] } = {}) {
  const items = { ticketCategories: [conference, student], additionalServices: different.extras ?? [] }
  const terms = { event: EVENT, items, code: undefined, granted: undefined, ...different }
  return runningTotal(choiceOf(terms.items, { ...NOTHING_SELECTED, ...selection }), terms, WORDS)
}

describe('the running total', () => {
  test('adds up what is chosen, and states the VAT within it', () => {
    expect(totalOf({ tickets: { 1: 2, 2: 3 } })).toEqual({
      rows: [
        { kind: 'item', name: 'Conference', count: 2, amount: '240.00' },
        { kind: 'item', name: 'Student', count: 3, amount: '0.30' },
      ],
      vat: '18.01',
      total: '240.30',
    })
  })

  test('adds VAT that prices do not contain', () => {
    const event = { ...EVENT, vatIncluded: false }
    expect(totalOf({ tickets: { 1: 1 } }, { event })).toMatchObject({ total: '129.72', vat: '9.72' })
  })

  test('adds no VAT to a category without taxes', () => {
    const items = { ticketCategories: [{ ...conference, displayTaxInformation: false }], additionalServices: [] }
    const event = { ...EVENT, vatIncluded: false }
    expect(totalOf({ tickets: { 1: 1 } }, { event, items })).toMatchObject({ total: '120.00', vat: '0' })
  })

  test('is nothing where nothing has a price', () => {
    const items = {
      ticketCategories: [aCategory({ id: 3, free: true, formattedFinalPrice: '' })],
      additionalServices: [],
    }
    expect(totalOf({ tickets: { 3: 2 } }, { event: { ...EVENT, currency: null }, items })).toEqual({
      rows: [{ kind: 'item', name: 'Conference', count: 2, amount: '0' }],
      vat: '0',
      total: '0',
    })
  })

  test('takes off what a code is good for', () => {
    expect(totalOf({ tickets: { 1: 2 } }, { code: SUMMER })).toMatchObject({
      rows: [{ amount: '240.00' }, { kind: 'discount', name: 'SUMMER-27', amount: '-24.00' }],
      total: '216.00',
    })
  })

  test('leaves the categories alone that a code is not for', () => {
    expect(totalOf({ tickets: { 1: 2 } }, { code: { ...SUMMER, categories: [2] } }).total).toBe('240.00')
  })

  test('takes an amount off the order once', () => {
    const voucher = { ...SUMMER, discountType: 'FIXED_AMOUNT_RESERVATION', discountAmount: '50.00' } as const
    expect(totalOf({ tickets: { 1: 2 } }, { code: voucher }).total).toBe('190.00')
  })

  test('takes off what is granted without a code, and not beside one', () => {
    const granted: DynamicDiscount = {
      discount: '20',
      discountType: 'PERCENTAGE',
      formattedMessage: {},
      categories: [],
    }
    expect(totalOf({ tickets: { 1: 2 } }, { granted }).total).toBe('192.00')
    expect(totalOf({ tickets: { 1: 2 } }, { granted, code: SUMMER }).total).toBe('216.00')
    const access = { ...SUMMER, type: 'ACCESS', discountType: 'NONE', discountAmount: '0' } as const
    expect(totalOf({ tickets: { 1: 2 } }, { granted, code: access }).total).toBe('192.00')
  })

  test('holds what comes by itself: fees with their bounds, and one for each ticket', () => {
    const fee = { id: 1, supplementPolicy: 'MANDATORY_PERCENTAGE_FOR_TICKET', formattedFinalPrice: '2' } as const
    const extras = [
      anExtra({ ...fee, title: { en: 'Fee' }, minimumFee: '5.00' }),
      anExtra({ ...fee, id: 2, title: { en: 'Small fee' }, maximumFee: '1.00' }),
      anExtra({
        id: 3,
        supplementPolicy: 'MANDATORY_ONE_FOR_TICKET',
        formattedFinalPrice: '3.00',
        title: { en: 'Bag' },
      }),
      anExtra({ id: 4, supplementPolicy: 'MANDATORY_ONE_FOR_TICKET', saleInFuture: true, title: { en: 'Later' } }),
    ]
    expect(totalOf({ tickets: { 1: 2 } }, { extras })).toMatchObject({
      rows: [
        { name: 'Conference', amount: '240.00' },
        { name: 'Fee', count: 1, amount: '5.00' },
        { name: 'Small fee', count: 1, amount: '1.00' },
        { name: 'Bag', count: 2, amount: '6.00' },
      ],
      total: '252.00',
    })
  })

  test('holds what is chosen, and what is given', () => {
    const extras = [
      anExtra({ id: 1, formattedFinalPrice: '45.00', title: { en: 'Dinner' } }),
      anExtra({ id: 2, type: 'DONATION', supplementPolicy: null, fixPrice: false, title: { en: 'Gift' } }),
    ]
    const { rows, total } = totalOf({ tickets: { 1: 1 }, extras: { 1: 2 }, amounts: { 2: '12,5' } }, { extras })
    expect(rows.slice(1)).toEqual([
      { kind: 'item', name: 'Dinner', count: 2, amount: '90.00' },
      { kind: 'item', name: 'Gift', count: 1, amount: '12.50' },
    ])
    expect(total).toBe('222.50')
  })
})
