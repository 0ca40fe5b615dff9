import { expect, test } from 'vitest'
import { after, days, instant, minutes } from '../instant.ts'
import { waitBeforeMail } from './limit.ts'

const NOW = instant(Date.UTC(2027, 0, 15, 8))
const ago = (...spans: number[]) => spans.map(span => after(NOW, -span))

test('three mails may be asked for in a row, the fourth once the first is ten minutes ago', () => {
  expect(waitBeforeMail([], NOW)).toBe(0)
  expect(waitBeforeMail(ago(0, 0), NOW)).toBe(0)
  expect(waitBeforeMail(ago(0, minutes(1), minutes(4)), NOW)).toBe(minutes(6))
  expect(waitBeforeMail(ago(0, minutes(1), minutes(10)), NOW)).toBe(0)
  expect(waitBeforeMail(ago(0, minutes(1), minutes(10) - 1), NOW)).toBe(1)
})

test('ten may be asked for in a day', () => {
  const hourly = Array.from({ length: 10 }, (_, index) => minutes(60 * (index + 1)))
  expect(waitBeforeMail(ago(...hourly.slice(1)), NOW)).toBe(0)
  expect(waitBeforeMail(ago(...hourly), NOW)).toBe(days(1) - minutes(600))
})

test('requests count in whatever order they come', () => {
  expect(waitBeforeMail(ago(minutes(4), 0, minutes(1)), NOW)).toBe(minutes(6))
})
