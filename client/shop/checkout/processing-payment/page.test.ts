import { expect, test } from 'vitest'
import { patienceAfter } from './page.tsx'

test.each([
  [0, 0, false],
  [9, 0, false],
  [10, 0, true],
  [13, 0, true],
  [13, 13, false],
  [19, 13, false],
  [20, 13, true],
  [20, 20, false],
  [30, 20, true],
])('after %d looks, last asked at %d, asking is offered: %s', (polls, checkedAt, offered) => {
  expect(patienceAfter(polls, checkedAt).offersForceCheck).toBe(offered)
})

test('the warning comes after 120 looks', () => {
  expect(patienceAfter(120, 0).warns).toBe(false)
  expect(patienceAfter(121, 0).warns).toBe(true)
})
