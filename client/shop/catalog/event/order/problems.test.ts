import { describe, expect, test } from 'vitest'
import { problemFromWire } from '#client/frame/calls/call-result.ts'
import { aCategory } from '#tests/support/client/shown-category.ts'
import { anExtra } from '#tests/support/client/shown-extra.ts'
import { placed } from './problems.tsx'

const choice = {
  tickets: [
    { category: aCategory({ id: 7 }), count: 1 },
    { category: aCategory({ id: 9, name: 'Student' }), count: 2 },
  ],
  ticketCount: 3,
  extras: [{ extra: anExtra({ id: 4 }), quantity: 1, amount: null }],
}

describe('a problem of the server', () => {
  test.each([
    ['a line of tickets', 'reservation[1].amount', { control: 'category-9', subject: 'Student' }],
    ['an extra', 'additionalService[0].quantity', { control: 'extra-4', subject: 'Dinner by the lake' }],
    ['the code', 'promoCode', { control: 'promo-code' }],
    ['a line that was not sent', 'reservation[5]', {}],
    ['the whole order', 'reservationForm', {}],
    ['nothing in particular', '', {}],
  ])('about %s', (_, fieldName, place) => {
    expect(placed(problemFromWire({ fieldName, code: 'error.generic', arguments: { 0: 3 } }), choice, 'en')).toEqual({
      code: 'error.generic',
      args: [3],
      ...place,
    })
  })
})
