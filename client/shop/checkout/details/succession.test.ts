import { expect, test } from 'vitest'
import { aTabStorage } from '#tests/support/client/test-storage.ts'
import { noteSuccessor, successorOf } from './booking-draft.ts'

test('an order that was replaced twice leads to the last one, and an open one nowhere', () => {
  const storage = aTabStorage()
  noteSuccessor(storage, 'a', 'b')
  noteSuccessor(storage, 'b', 'c')
  expect(successorOf(storage, 'a')).toBe('c')
  expect(successorOf(storage, 'c')).toBeUndefined()
})

test('a circle ends', () => {
  const storage = aTabStorage()
  noteSuccessor(storage, 'a', 'b')
  noteSuccessor(storage, 'b', 'a')
  expect(successorOf(storage, 'a')).toBe('b')
})
