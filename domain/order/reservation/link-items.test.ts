import { expect, test } from 'vitest'
import { serviceId } from '#tests/builders/priced-order.ts'
import { ZERO } from '#domain/foundation/money/money.ts'
import { linkItems } from './plan-order.ts'

const unit = { source: ZERO, discount: ZERO, vat: ZERO, final: ZERO }

function extra(id: number, quantity: number, isForOrder = false) {
  return { serviceId: serviceId(id), quantity, unit, isLimited: false, isForOrder }
}

const places = (items: ReturnType<typeof linkItems>) => items.map(({ serviceId: id, ticket }) => [id, ticket])

test('items go round the tickets, each extra from the first', () => {
  expect(places(linkItems([extra(1, 3), extra(2, 1)], 2))).toEqual([
    [1, 0],
    [1, 1],
    [1, 0],
    [2, 0],
  ])
})

test('an extra that is asked for at two prices goes on where it was', () => {
  expect(places(linkItems([extra(1, 1), extra(1, 2)], 3))).toEqual([
    [1, 0],
    [1, 1],
    [1, 2],
  ])
})

test('an extra without a ticket of its own goes to the first ticket', () => {
  expect(places(linkItems([extra(1, 2, true)], 2))).toEqual([
    [1, 0],
    [1, 0],
  ])
})
