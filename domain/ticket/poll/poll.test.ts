import { expect, test } from 'vitest'
import type { Outcome } from '#domain/foundation/outcome.ts'
import {
  POLL_STATUSES,
  type Poll,
  type PollOption,
  type PollStatus,
  type Voter,
  canMovePoll,
  judgePin,
  judgePoll,
  judgeVote,
} from './poll.ts'

const aVoter = (tags: readonly string[] = []): Voter => ({ ticketId: 7n, tags })
const aPoll = (changes: Partial<Poll> = {}): Poll => ({
  id: 4,
  eventId: 1,
  status: 'OPEN',
  title: { en: 'Best talk' },
  description: {},
  allowedTags: [],
  ordinal: 0,
  ...changes,
})
const options: PollOption[] = [9, 10].map(id => ({ id, pollId: 4, title: { en: `Talk ${id}` }, description: {} }))
const withOptions = (changes: Partial<Poll> = {}) => ({ poll: aPoll(changes), options })

/** Each refusal with its field; nothing when it was accepted. */
const problemsOf = (outcome: Outcome<unknown>) =>
  outcome.ok ? [] : outcome.problems.map(({ code, field }) => `${code} at ${field}`)

test('a PIN identifies the one checked-in ticket that has it', () => {
  expect(judgePin([aVoter()])).toEqual({ ok: true, value: aVoter() })
  expect(problemsOf(judgePin([]))).toEqual(['pin.invalid at pin'])
  expect(problemsOf(judgePin([aVoter(), { ticketId: 8n, tags: [] }]))).toEqual(['pin.duplicate at pin'])
})

test.each<[PollStatus, string[]]>([
  ['DRAFT', ['not_found at pin']],
  ['OPEN', []],
  ['CLOSED', ['not_found at pin']],
])('a poll that is %s is shown and answered, or not', (status, refusal) => {
  expect(problemsOf(judgePoll({ poll: aPoll({ status }) }, aVoter()))).toEqual(refusal)
  expect(problemsOf(judgeVote(withOptions({ status }), { voter: aVoter(), optionId: 9 }))).toEqual(refusal)
})

test.each<[string[], string[], string[]]>([
  [[], [], []],
  [[], ['speaker'], []],
  [['speaker'], [], ['pin.invalid at pin']],
  [['speaker'], ['guest'], ['pin.invalid at pin']],
  [['speaker', 'crew'], ['guest', 'crew'], []],
  [['speaker'], ['Speaker'], ['pin.invalid at pin']],
])('a poll for %j may be seen and answered by a ticket with %j, or not', (allowedTags, tags, refusal) => {
  expect(problemsOf(judgePoll({ poll: aPoll({ allowedTags }) }, aVoter(tags)))).toEqual(refusal)
  expect(problemsOf(judgeVote(withOptions({ allowedTags }), { voter: aVoter(tags), optionId: 9 }))).toEqual(refusal)
})

test('a poll that is closed is not found, whatever tags it allows', () => {
  const closed = withOptions({ status: 'CLOSED', allowedTags: ['speaker'] })
  expect(problemsOf(judgeVote(closed, { voter: aVoter(), optionId: 9 }))).toEqual(['not_found at pin'])
})

test.each([
  ['of the poll', 10, []],
  ['of another poll', 11, ['not_found at pin']],
  ['of no order', null, ['not_found at pin']],
])('an option %s counts, or not', (_, optionId, refusal) => {
  expect(problemsOf(judgeVote(withOptions(), { voter: aVoter(), optionId }))).toEqual(refusal)
})

test('a vote says who chose what', () => {
  expect(judgeVote(withOptions(), { voter: aVoter(), optionId: 10 })).toEqual({
    ok: true,
    value: { ticketId: 7n, pollId: 4, optionId: 10 },
  })
  expect(problemsOf(judgeVote(undefined, { voter: aVoter(), optionId: 10 }))).toEqual(['not_found at pin'])
})

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
