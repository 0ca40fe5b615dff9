import { expect, test } from 'vitest'
import { suggestedAddress } from './suggested-address.ts'

test.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmail.con', 'ada@gmail.com'],
  ['ada@hotmial.com', 'ada@hotmail.com'],
  ['ada@bleuwin.ch', 'ada@bluewin.ch'],
  ['ada.love+lace@iclod.com', 'ada.love+lace@icloud.com'],
])('%s may be meant to be %s', (typed, meant) => {
  expect(suggestedAddress(typed)).toBe(meant)
})

test.each([
  'ada@gmail.com',
  'ADA@GMAIL.COM',
  'ada@bluewin.ch',
  'ada@gmx.net',
  'ada@libero.it',
  'ada@mac.com',
  'ada@example.org',
  'ada@foyer.shop',
  'ada@ethz.ch',
  'ada@',
  'ada',
  '',
  '@gmial.com',
  `${'x'.repeat(300)}@nowhere.example`,
])('nothing is asked about %j', typed => {
  expect(suggestedAddress(typed)).toBeUndefined()
})
