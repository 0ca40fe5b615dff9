import { describe, expect, test } from 'vitest'
import { binned, conversionOf, perHundred, soldBy, soldSoFar } from './series.ts'

const on = (day: string, tickets: number) => ({ day, tickets, money: null })

describe('the days of a sale', () => {
  test('without a sale there are none', () => {
    expect(binned([])).toEqual({ step: 'day', bins: [] })
  })

  test('have the days on which nothing was sold, over the end of a month', () => {
    expect(binned([on('2027-02-27', 3), on('2027-03-02', 1)]).bins.map(({ from, tickets }) => [from, tickets])).toEqual(
      [
        ['2027-02-27', 3],
        ['2027-02-28', 0],
        ['2027-03-01', 0],
        ['2027-03-02', 1],
      ],
    )
  })

  test.each([
    ['2027-03-11', 'day', 70],
    ['2027-03-12', 'week', 11],
    ['2028-07-13', 'week', 80],
    ['2028-07-20', 'month', 21],
  ] as const)('until %s are shown by %s, and nothing is lost', (last, step, count) => {
    const shown = binned([on('2027-01-01', 2), on(last, 5)])
    expect([shown.step, shown.bins.length]).toEqual([step, count])
    expect(shown.bins.reduce((sum, { tickets }) => sum + tickets, 0)).toBe(7)
    expect(shown.bins.at(-1)?.until).toBe(last)
  })
})

test('the growing sum is counted by days before the event, and what is sold later is of its own day', () => {
  const sums = soldSoFar(
    [on('2027-05-01', 2), on('2027-05-09', 1), on('2027-05-10', 4), on('2027-05-11', 1)],
    '2027-05-10',
  )
  expect(sums).toEqual([
    { daysBefore: 9, tickets: 2 },
    { daysBefore: 1, tickets: 3 },
    { daysBefore: 0, tickets: 8 },
  ])
  expect([30, 9, 5, 1, 0].map(days => soldBy(sums, days))).toEqual([0, 2, 2, 3, 8])
})

test('the conversion is that of all channels, for a hundred views to a tenth', () => {
  const channels = [
    { views: 300, begun: 20, orders: 7 },
    { views: 0, begun: 1, orders: 1 },
  ]
  expect(conversionOf(channels)).toEqual({ views: 300, begun: 21, orders: 8 })
  expect([perHundred(21, 300), perHundred(8, 300), perHundred(7, 3)]).toEqual([7, 2.7, 233.3])
})
