import { describe, expect, test } from 'vitest'
import type { PollStatus } from '#domain/ticket/poll/poll.ts'
import type { PollDraft } from './event-draft.ts'
import type { PollRequest } from './event-request.ts'
import { type StoredPoll, planPolls } from './poll.ts'
import { anEvent, draftOf, problemsOf } from '#tests/builders/event-requests.ts'

const texts = (...bodies: string[]) => bodies.map(body => [{ lang: 'en', body }])
const [bestTalk = []] = texts('Best talk')
const aPoll = (changes: PollRequest = {}): PollRequest => ({
  title: bestTalk,
  options: texts('Opening', 'Closing'),
  ...changes,
})
const withPolls = (...polls: PollRequest[]) => anEvent({ polls })

test('a poll is a title and its options; the rest goes without saying', () => {
  expect(draftOf(withPolls(aPoll(), aPoll({ title: [{ lang: 'en', body: 'Dinner' }] }))).polls).toMatchObject([
    {
      id: null,
      title: { en: 'Best talk' },
      description: {},
      options: [
        { id: null, title: { en: 'Opening' } },
        { id: null, title: { en: 'Closing' } },
      ],
      allowedTags: [],
      ordinal: 0,
      status: null,
    },
    { title: { en: 'Dinner' }, ordinal: 1 },
  ])
})

test('all of it can be said', () => {
  const stated = {
    description: texts('Pick one')[0],
    allowedTags: [' crew ', 'crew', 'guest'],
    order: 7,
    status: 'OPEN' as const,
  }
  expect(draftOf(withPolls(aPoll(stated))).polls).toMatchObject([
    { description: { en: 'Pick one' }, allowedTags: ['crew', 'guest'], ordinal: 7, status: 'OPEN' },
  ])
})

describe('refused', () => {
  test.each<[string, PollRequest, string]>([
    ['without a title', { title: [] }, 'poll-title-missing at polls[0].title'],
    ['with a blank title', { title: [{ lang: 'en', body: ' ' }] }, 'poll-title-missing at polls[0].title'],
    ['in a language we do not speak', { title: [{ lang: 'xx', body: 'A' }] }, 'language-unknown at polls[0].title'],
    ['without options', { options: null }, 'poll-options-missing at polls[0].options'],
    ['with one option', { options: texts('Opening') }, 'poll-options-missing at polls[0].options'],
    ['with a blank option', { options: texts('Opening', ' ') }, 'poll-option-blank at polls[0].options[1]'],
    ['with the same option twice', { options: texts('A', 'A') }, 'poll-option-repeated at polls[0].options[1]'],
    ['with a blank tag', { allowedTags: ['crew', ' '] }, 'tag-blank at polls[0].allowedTags'],
    ['before the first', { order: -1 }, 'poll-order-unreadable at polls[0].order'],
  ])('a poll %s', (_, changes, problem) => {
    expect(problemsOf(withPolls(aPoll(changes)))).toEqual([problem])
  })

  test('two polls of one title', () => {
    expect(problemsOf(withPolls(aPoll(), aPoll()))).toEqual(['poll-title-repeated at polls[1].title'])
  })
})

describe('a stored poll', () => {
  const stored = () => {
    const draft = draftOf(withPolls(aPoll({ allowedTags: ['crew'], order: 3, description: texts('Pick one')[0] })))
    const polls = draft.polls.map(poll => ({
      ...poll,
      id: 4,
      options: poll.options.map((option, index) => ({ ...option, id: 9 + index })),
    }))
    return { ...draft, polls }
  }

  test('stays when none are stated', () => {
    expect(draftOf(anEvent(), stored()).polls).toEqual(stored().polls)
    expect(draftOf(anEvent({ polls: null }), stored()).polls).toEqual(stored().polls)
  })

  test('is known by its title, and keeps what is left out', () => {
    const [poll] = draftOf(withPolls({ title: bestTalk, status: 'OPEN' }), stored()).polls
    expect(poll).toEqual({ ...stored().polls[0], status: 'OPEN' })
  })

  test('keeps the options that have the same title', () => {
    const [poll] = draftOf(withPolls(aPoll({ options: texts('Closing', 'Dinner') })), stored()).polls
    expect(poll?.options).toEqual([
      { id: 10, title: { en: 'Closing' } },
      { id: null, title: { en: 'Dinner' } },
    ])
  })

  test('of another title is another one', () => {
    expect(draftOf(withPolls(aPoll({ title: texts('Worst talk')[0] })), stored()).polls).toMatchObject([{ id: null }])
  })
})

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
