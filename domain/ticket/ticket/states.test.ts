import { expect, test } from 'vitest'
import {
  FIRST_TICKET_STATUS,
  TICKET_MOVES,
  TICKET_STATUSES,
  TICKET_TRAITS,
  type TicketStatus,
  type TicketTrait,
  ticketHas,
  ticketsWith,
} from './states.ts'

const OUT = ['INVALIDATED', 'CANCELLED', 'EXPIRED'] as const
const SOLD = ['TO_BE_PAID', 'ACQUIRED', 'CHECKED_IN'] as const

const STATUSES_WITH = {
  countsAsStock: TICKET_STATUSES.filter(status => !OUT.some(out => out === status)),
  isFree: ['FREE'],
  isReleased: ['RELEASED'],
  isSetAside: ['PRE_RESERVED'],
  isBlocked: ['BLOCKED'],
  isOfOrder: ['PENDING', ...SOLD],
  isHeld: ['PENDING'],
  isSold: SOLD,
  canCheckIn: ['TO_BE_PAID', 'ACQUIRED'],
  isAcquired: ['ACQUIRED'],
  isDueAtDesk: ['TO_BE_PAID'],
  isCheckedIn: ['CHECKED_IN'],
} as const satisfies Record<TicketTrait, readonly TicketStatus[]>

test.each(TICKET_TRAITS.map(trait => [trait, STATUSES_WITH[trait]] as const))('%s: %s', (trait, statuses) => {
  expect(ticketsWith(trait)).toEqual(statuses)
})

test('several traits name the statuses that have one of them', () => {
  expect(ticketsWith('isReleased', 'isFree')).toEqual(['FREE', 'RELEASED'])
  expect(ticketHas({ status: 'RELEASED' }, 'isReleased', 'isFree')).toBe(true)
  expect(ticketHas({ status: 'PENDING' }, 'isReleased', 'isFree')).toBe(false)
})

const MOVES: readonly { readonly from: readonly TicketStatus[]; readonly to: readonly TicketStatus[] }[] =
  Object.values(TICKET_MOVES)

function reachableFrom(start: TicketStatus): ReadonlySet<TicketStatus> {
  const seen = new Set<TicketStatus>([start])
  // A set's loop also visits what is added meanwhile.
  for (const status of seen) {
    for (const { from, to } of MOVES) if (from.includes(status)) for (const next of to) seen.add(next)
  }
  return seen
}

test('a new seat can reach every status but the two that are only named', () => {
  expect(TICKET_STATUSES.filter(status => !reachableFrom(FIRST_TICKET_STATUS).has(status))).toEqual([
    'CANCELLED',
    'EXPIRED',
  ])
})

test('every seat of an order can be free again, and one that was taken out of the event cannot', () => {
  for (const status of ticketsWith('isOfOrder')) expect(reachableFrom(status)).toContain('FREE')
  expect([...reachableFrom('INVALIDATED')]).toEqual(['INVALIDATED'])
})

test('an order holds only seats that are on sale, and a sold ticket is held by no other order', () => {
  expect(MOVES.filter(({ to }) => to.includes('PENDING'))).toEqual([TICKET_MOVES.hold])
  expect(TICKET_MOVES.hold.from).toEqual(ticketsWith('isFree'))
})

test('the check-in of a ticket is reverted before it can be released', () => {
  const ways = MOVES.filter(({ from }) => from.includes('CHECKED_IN')).flatMap(({ to }) => to)
  expect(ways).toEqual(TICKET_MOVES.sell.to)
})
