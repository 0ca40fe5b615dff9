import { describe, expect, test } from 'vitest'
import { SOME_DAY, aCategory, anEvent } from '#tests/builders/offer.ts'
import type { CallLink } from '#domain/catalog/catalog/event.ts'
import { type Instant, after, hours } from '#domain/foundation/instant.ts'
import { openCallLink, roomAt, roomTimes } from './online-room.ts'

/** So many hours after eight in the morning. */
const at = (count: number): Instant => after(SOME_DAY, hours(count))
const just = (moment: Instant): Instant => after(moment, -1)

const link = (start: number, end: number, name = `${start}-${end}`): CallLink => ({
  link: `https://call.example/${name}`,
  start: at(start),
  end: at(end),
})

describe('the call link that is open', () => {
  test('opens at its start, and is closed at its end', () => {
    const links = [link(2, 4)]
    const isOpenAt = (now: Instant) => openCallLink(links, now) !== undefined
    expect([just(at(2)), at(2), just(at(4)), at(4)].map(isOpenAt)).toEqual([false, true, true, false])
  })

  test('is the one that began last, in whatever order they are listed', () => {
    const links = [link(0, 10), link(3, 5), link(1, 10)]
    expect([at(0), at(2), at(4), at(5)].map(now => openCallLink(links, now)?.link.split('/').at(-1))).toEqual([
      '0-10',
      '1-10',
      '3-5',
      '1-10',
    ])
  })

  test('is none where there are none', () => expect(openCallLink([], at(0))).toBeUndefined())
})

/** An event from 2 to 6, as its holders find it at these hours. */
function found(links: readonly CallLink[], window: { from?: number; to?: number } = {}) {
  const event = anEvent({ format: 'ONLINE', startsAt: at(2), endsAt: at(6), callLinks: links })
  const category = aCategory({
    checkInFrom: window.from === undefined ? null : at(window.from),
    checkInTo: window.to === undefined ? null : at(window.to),
  })
  const times = roomTimes(event, category)
  return (now: Instant): string => {
    const room = roomAt(times, now)
    switch (room.state) {
      case 'not-started':
        return `opens at ${(room.opensAt - SOME_DAY) / hours(1)}`
      case 'running':
        return room.isOpen ? 'open' : 'running'
      default:
        return room.state
    }
  }
}

describe('the room', () => {
  test('opens and closes with its link, before the event begins and after it has ended', () => {
    const room = found([link(1, 7)])
    expect([just(at(1)), at(1), at(2), at(6), just(at(7)), at(7)].map(room)).toEqual([
      'opens at 1',
      'open',
      'open',
      'open',
      'open',
      'ended',
    ])
  })

  test('opens again after a break', () => {
    const room = found([link(4, 6), link(1, 3)])
    expect([at(0), at(2), at(3), at(4), at(6)].map(room)).toEqual(['opens at 1', 'open', 'opens at 4', 'open', 'ended'])
  })

  test('has not ended while the event goes on, though its links have', () => {
    const room = found([link(1, 3)])
    expect([just(at(3)), at(3), just(at(6)), at(6)].map(room)).toEqual(['open', 'running', 'running', 'ended'])
  })

  test('without links begins and ends with the event, and is not open', () => {
    const room = found([])
    expect([just(at(2)), at(2), just(at(6)), at(6)].map(room)).toEqual(['opens at 2', 'running', 'running', 'ended'])
  })

  test('opens for a category when its holders are let in, and to the last moment of that', () => {
    const room = found([link(1, 7)], { from: 2, to: 4 })
    expect([at(1), just(at(2)), at(2), at(4), after(at(4), 1), at(6)].map(room)).toEqual([
      'opens at 2',
      'opens at 2',
      'open',
      'open',
      'running',
      'ended',
    ])
  })

  test('has a category no wider than its link', () => {
    const room = found([link(2, 4)], { from: 1, to: 5 })
    expect([just(at(2)), at(2), just(at(4)), at(4)].map(room)).toEqual(['opens at 2', 'open', 'open', 'running'])
  })

  test('does not open for a category whose holders are let in when no link is open', () => {
    const room = found([link(1, 3)], { from: 4, to: 5 })
    expect([at(1), at(2), at(4), at(6)].map(room)).toEqual(['opens at 2', 'running', 'running', 'ended'])
  })

  test('without links waits for the category', () => {
    expect(found([], { from: 3 })(at(2))).toBe('opens at 3')
    expect(found([], { from: 1 })(at(1))).toBe('opens at 2')
  })
})
