import { expect, test } from 'vitest'
import { POLL_STATUSES, type PollStatus, canMovePoll } from './poll.ts'

// Row: from; column: to.
const TABLE: Record<PollStatus, Record<PollStatus, boolean>> = {
  DRAFT: { DRAFT: true, OPEN: true, CLOSED: false },
  OPEN: { DRAFT: false, OPEN: true, CLOSED: true },
  CLOSED: { DRAFT: false, OPEN: true, CLOSED: true },
}

test.each(POLL_STATUSES.flatMap(from => POLL_STATUSES.map(to => [from, to] as const)))(
  'a poll that is %s can be %s, or not',
  (from, to) => {
    expect(canMovePoll(from, to)).toBe(TABLE[from][to])
  },
)

test('every status can be reached from a new poll, and none is an end', () => {
  const reached = new Set<PollStatus>(['DRAFT'])
  for (const from of reached) for (const to of POLL_STATUSES) if (canMovePoll(from, to)) reached.add(to)
  expect([...reached]).toEqual([...POLL_STATUSES])
  const ends = POLL_STATUSES.filter(from => !POLL_STATUSES.some(to => to !== from && canMovePoll(from, to)))
  expect(ends).toEqual([])
})
