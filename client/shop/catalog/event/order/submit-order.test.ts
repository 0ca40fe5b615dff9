import { expect, test } from 'vitest'
import type { OpenReservation } from '#contract/own.ts'
import { aCategory } from '#tests/support/client/shown-category.ts'
import { anExtra } from '#tests/support/client/shown-extra.ts'
import type { Choice } from '../selection.ts'
import { isHeldAlready } from './submit-order.ts'

const student = aCategory({ id: 7 })
const parking = anExtra({ id: 3 })
const fee = anExtra({ id: 4, supplementPolicy: 'MANDATORY_ONE_FOR_TICKET' })
const tip = anExtra({ id: 5, fixPrice: false })
const held: OpenReservation = {
  id: 'a',
  of: { type: 'event', publicIdentifier: 'summer', title: {}, timeZone: 'UTC' },
  tickets: [{ categoryId: 7, name: 'Student', quantity: 3 }],
  extras: [
    { serviceId: 3, quantity: 2, amount: null },
    { serviceId: 4, quantity: 3, amount: null },
    { serviceId: 5, quantity: 1, amount: '4.50' },
  ],
  code: 'TEN',
  validity: 0,
  page: 'book',
}
const choice: Choice = {
  tickets: [{ category: student, count: 3 }],
  ticketCount: 3,
  extras: [
    { extra: parking, quantity: 2, amount: null },
    { extra: tip, quantity: 1, amount: '4.5' },
  ],
}

test.each<[string, Partial<Choice>, string | undefined, boolean]>([
  ['the same', {}, 'TEN', true],
  ['one ticket less', { tickets: [{ category: student, count: 2 }] }, 'TEN', false],
  ['without an extra', { extras: choice.extras.slice(1) }, 'TEN', false],
  ['without an amount', { extras: choice.extras.slice(0, 1) }, 'TEN', false],
  [
    'another amount',
    {
      extras: [
        { extra: parking, quantity: 2, amount: null },
        { extra: tip, quantity: 1, amount: '5' },
      ],
    },
    'TEN',
    false,
  ],
  ['without the code', {}, undefined, false],
])('what is chosen is held already or is not: %s', (_, changes, code, expected) => {
  expect(isHeldAlready({ ...choice, ...changes }, code, held, [parking, fee, tip])).toBe(expected)
})
