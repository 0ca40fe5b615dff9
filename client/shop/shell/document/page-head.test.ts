import { expect, test } from 'vitest'
import type { PageNeed } from '#contract/page-need.ts'
import { pageDataFrom, onlyPathOf } from './page-head.ts'

const EVENTS: Extract<PageNeed, { kind: 'events' }> = { kind: 'events', search: {}, part: {}, key: ['events', {}] }
const PASSES: PageNeed = { kind: 'passes', search: {}, key: ['passes', {}] }
const ID = '4f2e1a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b'

const events = (count: number) => ({
  key: EVENTS.key,
  value: { count, events: Array.from({ length: Math.min(count, 4) }, (_, index) => ({ shortName: `event-${index}` })) },
})
const passes = (count: number) => ({ key: PASSES.key, value: Array.from({ length: count }, () => ({ id: ID })) })

test.each([
  [1, 0, '/event/event-0'],
  [1, 1, undefined],
  [2, 0, undefined],
  [0, 1, undefined],
  [0, 0, undefined],
])('the home page of %d events and %d passes leads to %s', (eventCount, passCount, expected) => {
  const subject = pageDataFrom([EVENTS, PASSES], [events(eventCount), passes(passCount)])
  expect([subject.kind, onlyPathOf(subject)]).toEqual(['events', expected])
})

test('a list of one event leads there, without a look at passes, unless it was searched for', () => {
  expect(onlyPathOf(pageDataFrom([EVENTS], [events(1)]))).toBe('/event/event-0')
  const searched: PageNeed = { ...EVENTS, search: { search: 'choir' } }
  expect(onlyPathOf(pageDataFrom([searched], [events(1)]))).toBeUndefined()
})

test.each([
  [0, undefined],
  [1, `/subscription/${ID}`],
  [2, undefined],
])('the list of %d passes leads to %s', (count, expected) => {
  const subject = pageDataFrom([PASSES], [passes(count)])
  expect([subject.kind, onlyPathOf(subject)]).toEqual(['passes', expected])
})

test('a pass is known by its own answer, whatever became of its events', () => {
  const needs: PageNeed[] = [
    { kind: 'pass', id: ID, key: ['pass', ID] },
    { kind: 'events-of-pass', id: ID, key: ['events-of-pass', ID] },
  ]
  const title = { en: 'Season pass' }
  expect(pageDataFrom(needs, [{ key: ['pass', ID], value: { title } }])).toEqual({ kind: 'pass', pass: { title } })
  expect(pageDataFrom(needs, [])).toEqual({ kind: 'nothing' })
})
