import { expect, test } from 'vitest'
import { stepOf } from './embedded.tsx'

const ID = '4f2e1a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b'

test.each([
  ['/', 'browse', ''],
  ['/events-all', 'browse', ''],
  ['/event/summer', 'tickets', ''],
  ['/event/summer/code/TEN', 'tickets', ''],
  [`/event/summer/reservation/${ID}/book`, 'book', ID],
  [`/event/summer/reservation/${ID}/waiting-payment/`, 'waiting-payment', ID],
  [`/event/summer/reservation/${ID}`, '', ID],
  [`/subscription/${ID}`, 'tickets', ''],
  [`/subscription/${ID}/reservation/${ID}/overview`, 'overview', ID],
  [`/event/summer/ticket/${ID}/view`, 'ticket', ''],
])('%s is the step "%s" of "%s"', (pathname, step, reservationId) => {
  expect(stepOf(pathname)).toEqual({ step, reservationId })
})
