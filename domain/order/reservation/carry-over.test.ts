import { expect, test } from 'vitest'
import { successors } from './plan-order.ts'

const kindOf = (part: string) => part.slice(0, 1)

test.each([
  ['all of them stay', ['a1', 'a2', 'b1'], ['b7', 'a8', 'a9'], ['a1 a8', 'a2 a9', 'b1 b7']],
  ['the last of a kind is gone', ['a1', 'a2'], ['a8'], ['a1 a8']],
  ['one of a kind has come', ['a1'], ['a8', 'a9'], ['a1 a8']],
  ['another kind is not the same', ['a1'], ['b8'], []],
])('parts of an order have successors of their kind: %s', (_, before, now, expected) => {
  expect(successors(before, now, kindOf).map(pair => pair.join(' '))).toEqual(expected)
})
