import { expect, test } from 'vitest'
import { typedPin } from './use-pin.ts'

test.each([
  ['C4F7XA', 'C4F7XA'],
  [' c4f 7xa\n', 'C4F7XA'],
  ['c4f-7xa', 'C4F7XA'],
  ['C4F – 7XA', 'C4F7XA'],
  [' \t', ''],
])('%j is sent as %j', (typed, sent) => {
  expect(typedPin(typed)).toBe(sent)
})
