import { expect, test } from 'vitest'
import { orderIn } from './order-behind.tsx'

const order = '/event/jazz/reservation/4f2e1a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b/success'

test.each([
  ['an order with tickets', { order, tickets: ['a', 'b'] }, { order, tickets: ['a', 'b'] }],
  ['an order of an older page', { order }, { order, tickets: [] }],
  ['what is no list of ids', { order, tickets: ['a', 7, null] }, { order, tickets: ['a'] }],
  ['an address of another site', { order: 'https://example.org/event/jazz/reservation/', tickets: [] }, undefined],
  ['a path that is no order', { order: '/event/jazz', tickets: ['a'] }, undefined],
  ['nothing', null, undefined],
  ['a text', order, undefined],
])('the history remembers %s', (_, state, behind) => {
  expect(orderIn(state)).toEqual(behind)
})
