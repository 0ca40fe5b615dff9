import { describe, expect, test } from 'vitest'
import { aCategory } from './a-category.ts'
import { chosenOf, orderOf } from './selection.ts'

const event = { currency: 'CHF', vat: '8.10', vatIncluded: true }
const conference = aCategory({ id: 1, formattedFinalPrice: '120.00', maximumSaleableTickets: 5 })
const student = aCategory({ id: 2, formattedFinalPrice: '0.10', maximumSaleableTickets: 3 })

describe('the running total', () => {
  test('adds up what is chosen, and tells the VAT within it', () => {
    expect(orderOf(event, [conference, student], { 1: 2, 2: 3 })).toMatchObject({
      tickets: 5,
      total: '240.30',
      vat: '18.01',
      lines: [{ amount: '240.00' }, { amount: '0.30' }],
    })
  })

  test('adds VAT that prices do not contain', () => {
    expect(orderOf({ ...event, vatIncluded: false }, [conference], { 1: 1 })).toMatchObject({
      total: '129.72',
      vat: '9.72',
    })
  })

  test('adds no VAT to a category without taxes', () => {
    const untaxed = { ...conference, displayTaxInformation: false }
    expect(orderOf({ ...event, vatIncluded: false }, [untaxed], { 1: 1 })).toMatchObject({ total: '120.00', vat: '0' })
  })

  test('is nothing where nothing has a price', () => {
    const free = aCategory({ id: 3, free: true, formattedFinalPrice: '' })
    expect(orderOf({ ...event, currency: null }, [free], { 3: 2 })).toMatchObject({ tickets: 2, total: '0', vat: '0' })
  })

  test('has no line for what is not chosen', () => {
    expect(orderOf(event, [conference, student], { 2: 1 }).lines.map(({ category }) => category.id)).toEqual([2])
  })
})

describe('what is chosen of a category', () => {
  test('never exceeds what can be had now', () => expect(chosenOf(student, { 2: 5 })).toBe(3))
  test('is nothing once it is sold out', () => {
    expect(chosenOf({ ...student, saleableAndLimitNotReached: false }, { 2: 2 })).toBe(0)
  })
})
