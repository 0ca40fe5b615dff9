import { afterEach, expect, test, vi } from 'vitest'
import { observeShopTime, shopNow } from './session.ts'

afterEach(() => vi.useRealTimers())

test("the shop's time corrects a visitor's clock that is wrong", () => {
  vi.useFakeTimers({ now: 1_000_000 })
  observeShopTime(new Headers({ 'foyer-time': '1600000' }))
  expect(shopNow()).toBe(1_600_000)
  vi.advanceTimersByTime(5_000)
  expect(shopNow()).toBe(1_605_000)
})

test('an answer without a time changes nothing', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  observeShopTime(new Headers({ 'foyer-time': '1000000' }))
  observeShopTime(new Headers())
  expect(shopNow()).toBe(1_000_000)
})
