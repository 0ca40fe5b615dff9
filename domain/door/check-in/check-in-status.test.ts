import { expect, test } from 'vitest'
import { leadStatus } from './check-in-status.ts'

test.each([
  ['COLD', 'COLD'],
  ['WARM', 'WARM'],
  ['HOT', 'HOT'],
  ['BOILING', 'WARM'],
  ['hot', 'WARM'],
  ['__proto__', 'WARM'],
  ['', 'WARM'],
  [null, 'WARM'],
  [undefined, 'WARM'],
])('a lead that is called %s is %s', (word, status) => {
  expect(leadStatus(word)).toBe(status)
})
