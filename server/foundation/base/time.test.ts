import { expect, test } from 'vitest'
import { flatMapWithBreaks } from './time.ts'

test('others are served while many items are worked on, and the results keep their order', async () => {
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const items = Array.from({ length: 1_000 }, (_, index) => index)
  const results = await flatMapWithBreaks(items, (item, index) => [item, index])
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(19)
  expect(results).toEqual(items.flatMap(item => [item, item]))
})
