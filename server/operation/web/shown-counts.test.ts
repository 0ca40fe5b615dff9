import { expect, test } from 'vitest'
import { putCountsIn, setCountsAside } from './shown-counts.ts'

const categories = (...counts: (number | null)[]) =>
  JSON.stringify({
    ticketCategories: counts.map(availableTickets => ({ name: '"availableTickets":500', availableTickets })),
  })

test('counts that are only shown come back exactly', () => {
  const answers = [JSON.stringify({ availableTicketsCount: 12_345 }), undefined, categories(100, 39_975, 100)]
  const { answers: aside, counts } = setCountsAside(answers)
  expect(counts).toEqual(['12345', '100', '39975', '100'])
  expect(aside.map(answer => answer && putCountsIn(answer, counts))).toEqual(answers)
})

test('answers that differ in such counts alone are the same without them', () => {
  const [one, other] = [setCountsAside([categories(500, 7)]), setCountsAside([categories(499, 7)])]
  expect(one.answers).toEqual(other.answers)
  expect(one.counts).not.toEqual(other.counts)
})

test('a count that decides what is drawn stays, and what a person wrote is left alone', () => {
  for (const answer of [categories(99, 9, 0, null), JSON.stringify({ name: '{"availableTickets":500}' })]) {
    expect(setCountsAside([answer])).toEqual({ answers: [answer], counts: [] })
  }
})
