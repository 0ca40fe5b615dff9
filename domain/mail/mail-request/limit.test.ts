import { expect, test } from 'vitest'
import { after, days, instant, minutes } from '#domain/foundation/instant.ts'
import { waitBeforeMail } from './limit.ts'

const NOW = instant(Date.UTC(2027, 0, 15, 8))
const ago = (...spans: number[]) => spans.map(span => after(NOW, -span))

test('three mails may be asked for in a row, the fourth once the first is ten minutes ago', () => {
  expect(waitBeforeMail('AGAIN', [], NOW)).toBe(0)
  expect(waitBeforeMail('AGAIN', ago(0, 0), NOW)).toBe(0)
  expect(waitBeforeMail('AGAIN', ago(0, minutes(1), minutes(4)), NOW)).toBe(minutes(6))
  expect(waitBeforeMail('AGAIN', ago(0, minutes(1), minutes(10)), NOW)).toBe(0)
  expect(waitBeforeMail('AGAIN', ago(0, minutes(1), minutes(10) - 1), NOW)).toBe(1)
})

test('ten may be asked for in a day', () => {
  const hourly = Array.from({ length: 10 }, (_, index) => minutes(60 * (index + 1)))
  expect(waitBeforeMail('AGAIN', ago(...hourly.slice(1)), NOW)).toBe(0)
  expect(waitBeforeMail('AGAIN', ago(...hourly), NOW)).toBe(days(1) - minutes(600))
})

test('requests count in whatever order they come', () => {
  expect(waitBeforeMail('AGAIN', ago(minutes(4), 0, minutes(1)), NOW)).toBe(minutes(6))
})

test('a ticket is passed on five times in an hour and ten times in a day', () => {
  const often = ago(minutes(1), minutes(2), minutes(3), minutes(4), minutes(50))
  expect(waitBeforeMail('PASS_ON', often.slice(1), NOW)).toBe(0)
  expect(waitBeforeMail('PASS_ON', often, NOW)).toBe(minutes(10))
  const hourly = Array.from({ length: 10 }, (_, index) => minutes(60 * (index + 1)))
  expect(waitBeforeMail('PASS_ON', ago(...hourly), NOW)).toBe(days(1) - minutes(600))
})
