import { expect, test } from 'vitest'
import type { PollStatus } from '#domain/ticket/poll/transitions.ts'
import { type StoredPoll, planPolls } from './plan-polls.ts'
import type { PollDraft } from './poll-draft.ts'

const aDraft = (changes: Partial<PollDraft> = {}): PollDraft => ({
  id: 4,
  title: { en: 'Best talk' },
  description: {},
  options: [9, 10].map(id => ({ id, title: { en: `Talk ${id}` } })),
  allowedTags: [],
  ordinal: 0,
  status: null,
  ...changes,
})
const aStored = (status: PollStatus, votes: readonly number[] = [0, 0]): StoredPoll => ({
  id: 4,
  status,
  options: votes.map((count, index) => ({ id: 9 + index, votes: count })),
})

const plan = (stored: readonly StoredPoll[], ...drafts: PollDraft[]) => {
  const outcome = planPolls(stored, drafts, 'en')
  return outcome.ok ? outcome.value : outcome.problems.map(({ code, args }) => [code, ...(args ?? [])].join(' '))
}

test('a new poll is a draft unless it is opened at once', () => {
  expect(plan([], aDraft({ id: null }))).toMatchObject({ changes: [{ status: 'DRAFT', removedOptions: [] }] })
  expect(plan([], aDraft({ id: null, status: 'OPEN' }))).toMatchObject({ changes: [{ status: 'OPEN' }] })
  expect(plan([], aDraft({ id: null, status: 'CLOSED' }))).toEqual(['poll-status-fixed Best talk DRAFT CLOSED'])
})

test('a stored poll keeps its status unless another is stated, and moves by the table', () => {
  expect(plan([aStored('OPEN')], aDraft())).toMatchObject({ changes: [{ status: 'OPEN' }] })
  expect(plan([aStored('OPEN')], aDraft({ status: 'CLOSED' }))).toMatchObject({ changes: [{ status: 'CLOSED' }] })
  expect(plan([aStored('CLOSED')], aDraft({ status: 'DRAFT' }))).toEqual(['poll-status-fixed Best talk CLOSED DRAFT'])
})

test('an option goes while it has no votes', () => {
  const without = aDraft({ options: [{ id: 9, title: { en: 'Talk 9' } }] })
  expect(plan([aStored('OPEN', [5, 0])], without)).toMatchObject({ changes: [{ removedOptions: [10] }] })
  expect(plan([aStored('OPEN', [5, 1])], without)).toEqual(['poll-option-voted Best talk'])
})

test('a missing poll goes, or is closed when it has votes', () => {
  expect(plan([aStored('OPEN')])).toEqual({ changes: [], closed: [], deleted: [4] })
  expect(plan([aStored('OPEN', [0, 1])])).toEqual({ changes: [], closed: [4], deleted: [] })
  expect(plan([aStored('CLOSED', [0, 1])])).toEqual({ changes: [], closed: [], deleted: [] })
})
