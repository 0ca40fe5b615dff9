import { describe, expect, test } from 'vitest'
import { saleWindows, seatPicture, timeOf } from './sale-picture.ts'

const category = (id: number | undefined, name: string, rest: object = {}) => ({
  ...(id !== undefined && { id }),
  name,
  startSellingDate: '2027-03-01T08:00:00',
  endSellingDate: '2027-05-14T18:00:00',
  ...rest,
})

const file = (categories: readonly object[], max: number | null = 520) =>
  JSON.parse(JSON.stringify({ startDate: '2027-05-15T09:00:00', tickets: { max, categories } }))

const NONE = { held: 0, categories: [] }

describe('the time line of sales', () => {
  const early = category(1, 'Early', { endSellingDate: '2027-03-31T18:00:00' })
  const late = category(2, 'Late bird', { startSellingDate: '2027-05-03T09:00:00' })

  test('reaches from the first sale to the event, with what is over, on sale and to come', () => {
    const shown = saleWindows(file([early, category(3, 'Conference'), late]), '2027-04-20T12:00:00')
    expect(shown).toMatchObject({
      from: timeOf('2027-03-01T08:00'),
      to: timeOf('2027-05-15T09:00'),
      now: timeOf('2027-04-20T12:00'),
      begins: timeOf('2027-05-15T09:00'),
    })
    expect(shown?.windows.map(({ name, state }) => [name, state])).toEqual([
      ['Early', 'over'],
      ['Conference', 'on'],
      ['Late bird', 'before'],
    ])
  })

  test('now is left out before the first sale, and the event where a sale goes on after it', () => {
    expect(saleWindows(file([early]), '2027-02-01T12:00:00')?.now).toBeUndefined()
    const longer = category(1, 'Stream', { endSellingDate: '2027-06-01T00:00:00' })
    expect(saleWindows(file([longer]), '2027-05-20T00:00:00')).toMatchObject({
      to: timeOf('2027-06-01T00:00'),
      begins: timeOf('2027-05-15T09:00'),
    })
  })

  test('a category whose dates are being typed, or end before they begin, is left out', () => {
    const typed = category(4, 'Typed', { endSellingDate: '2027-05' })
    const turned = category(5, 'Turned', { endSellingDate: '2027-02-01T00:00' })
    expect(saleWindows(file([typed, turned]), '2027-04-20T12:00:00')).toBeUndefined()
    expect(saleWindows(file([typed, early]), '2027-04-20T12:00:00')?.windows).toHaveLength(1)
    expect(saleWindows(file([]), '2027-04-20T12:00:00')).toBeUndefined()
  })

  test('the last minute of a sale is over, as the shop counts it', () => {
    expect(saleWindows(file([early]), '2027-03-31T17:59:59')?.windows[0]?.state).toBe('on')
    expect(saleWindows(file([early]), '2027-03-31T18:00:00')?.windows[0]?.state).toBe('over')
  })
})

describe('the seats of an event', () => {
  test('are those of bounded categories, and what is left is shared', () => {
    const draft = file([category(1, 'Early', { maxTickets: 120 }), category(2, 'Conference', { maxTickets: 0 })])
    const facts = {
      held: 12,
      categories: [
        { id: 1, sold: 100, held: 5 },
        { id: 2, sold: 136, held: 4 },
      ],
    }
    expect(seatPicture(draft, facts)).toEqual({
      capacity: 520,
      own: 120,
      shared: 400,
      missing: 0,
      parts: [
        { key: '1', name: 'Early', seats: 120, sold: 100, held: 5, free: 15 },
        // Three more are held for later, of no category.
        { key: 'shared', name: undefined, seats: 400, sold: 136, held: 7, free: 257 },
      ],
    })
  })

  test('where all seats are own ones none is shared, and what is stated beyond the event is counted', () => {
    const all = seatPicture(file([category(1, 'One', { maxTickets: 520 })]), NONE)
    expect([all.shared, all.parts.length, all.missing]).toEqual([0, 1, 0])
    const more = seatPicture(
      file([category(1, 'One', { maxTickets: 500 }), category(2, 'Two', { maxTickets: 50 })]),
      NONE,
    )
    expect([more.shared, more.missing]).toEqual([0, 30])
  })

  test('a category without an id has sold nothing, and what is no number yet counts as none', () => {
    const typed = seatPicture(file([category(undefined, 'New', { maxTickets: '4x' })], null), NONE)
    expect(typed).toEqual({ capacity: 0, own: 0, shared: 0, missing: 0, parts: [] })
  })
})
