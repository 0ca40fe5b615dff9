import { expect, test } from 'vitest'
import { seatAttendees } from './plan-order.ts'

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
