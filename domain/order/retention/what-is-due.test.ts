import { expect, test } from 'vitest'
import { after, days, instant } from '#domain/foundation/instant.ts'
import { type RetentionTerms, whatIsDue, whenDue } from './what-is-due.ts'

const END = instant(Date.UTC(2027, 0, 15, 17))
const terms = (change: Partial<RetentionTerms> = {}): RetentionTerms => ({
  days: null,
  mailDays: null,
  scanDays: null,
  ...change,
})
const NOTHING = { people: false, mails: false, scans: false }
const EVERYTHING = { people: true, mails: true, scans: true }

test('without terms nothing is ever due', () => {
  expect(whatIsDue(terms(), END, after(END, days(40_000)))).toEqual(NOTHING)
})

test('all of it is due with the last of its days, not a moment before', () => {
  expect(whatIsDue(terms({ days: 30 }), END, after(END, days(30) - 1))).toEqual(NOTHING)
  expect(whatIsDue(terms({ days: 30 }), END, after(END, days(30)))).toEqual(EVERYTHING)
})

test.each([
  ['mailDays', { ...NOTHING, mails: true }],
  ['scanDays', { ...NOTHING, scans: true }],
] as const)('%s may be earlier than the rest, or alone', (which, due) => {
  for (const days_ of [null, 60]) {
    const own = terms({ days: days_, [which]: 10 })
    expect(whatIsDue(own, END, after(END, days(10) - 1))).toEqual(NOTHING)
    expect(whatIsDue(own, END, after(END, days(10)))).toEqual(due)
  }
})

test('nothing outlives the rest', () => {
  expect(whatIsDue(terms({ days: 30, mailDays: 90, scanDays: 90 }), END, after(END, days(30)))).toEqual(EVERYTHING)
})

test('the moments are known before: mails and scans at their own time, never after the rest', () => {
  const at = (count: number) => after(END, days(count))
  expect(whenDue(terms(), END)).toEqual({ people: null, mails: null, scans: null })
  expect(whenDue(terms({ mailDays: 10 }), END)).toEqual({ people: null, mails: at(10), scans: null })
  expect(whenDue(terms({ days: 30, mailDays: 10, scanDays: 90 }), END)).toEqual({
    people: at(30),
    mails: at(10),
    scans: at(30),
  })
})
