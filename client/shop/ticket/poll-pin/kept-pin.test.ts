import { expect, test } from 'vitest'
import { aTabStorage } from '#tests/support/client/test-storage.ts'
import { dropPin, keepPin, keepVote, keptPin, keptVote } from './kept-pin.ts'

test('a PIN is kept for its event alone, until it is dropped', () => {
  const storage = aTabStorage()
  expect(keptPin(storage, 'jazz')).toBe('')
  keepPin(storage, 'jazz', 'C4F7XA')
  expect([keptPin(storage, 'jazz'), keptPin(storage, 'opera')]).toEqual(['C4F7XA', ''])
  dropPin(storage, 'jazz')
  expect(keptPin(storage, 'jazz')).toBe('')
})

test('a vote is remembered for its PIN and its poll, and another one takes its place', () => {
  const storage = aTabStorage()
  const vote = { shortName: 'jazz', pin: 'C4F7XA', pollId: 4 }
  keepVote(storage, vote, 9)
  keepVote(storage, { ...vote, pollId: 5 }, 12)
  keepVote(storage, vote, 10)
  expect(keptVote(storage, vote)).toBe(10)
  expect(keptVote(storage, { ...vote, pollId: 5 })).toBe(12)
  expect(keptVote(storage, { ...vote, pin: 'AAAAAA' })).toBeUndefined()
  expect(keptVote(storage, { ...vote, shortName: 'opera' })).toBeUndefined()
})

test.each([[null], ['what an older page left'], [{ 4: 'nine' }]])('%j in the storage is no vote', left => {
  const storage = aTabStorage()
  storage.write('foyer.poll-votes.jazz.C4F7XA', left)
  expect(keptVote(storage, { shortName: 'jazz', pin: 'C4F7XA', pollId: 4 })).toBeUndefined()
})
