import { expect, test } from 'vitest'
import { floorsOf, nearestOf, partsOf } from './floors.ts'
import { shipped } from './source-imports.ts'

test('the parts of the server import each other downwards alone', () => {
  const { floors, tied } = floorsOf(partsOf(shipped))
  console.log(
    floors
      .map((parts, floor) => `${floor + 1}  ${parts.join(' ')}`)
      .toReversed()
      .join('\n'),
  )
  expect(tied).toEqual([])
  expect(floors.flat().length).toBeGreaterThan(40)
})

test('a part that imports what stands on it is found, and so is what stands on both', () => {
  const planted = [
    { from: 'server/order/order/read-order.ts', to: 'server/payment/pay/pay.ts' },
    { from: 'server/payment/pay/pay.ts', to: 'server/order/order/read-order.ts' },
    { from: 'server/operation/web/pages.ts', to: 'server/payment/pay/pay.ts' },
    { from: 'server/order/order/read-order.ts', to: 'server/foundation/base/clock.ts' },
    { from: 'server/foundation/base/clock.ts', to: 'domain/instant.ts' },
    // memory imports nothing, and is a part nevertheless.
    { from: 'server/order/order/read-order.ts', to: 'server/foundation/memory/made-memory.ts' },
  ]
  const parts = partsOf(planted)
  expect(floorsOf(parts)).toEqual({ floors: [['base', 'memory']], tied: ['order', 'payment', 'web'] })
  expect(nearestOf('web', parts)).toEqual(['payment'])
})
