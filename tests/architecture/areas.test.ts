import { describe, expect, test } from 'vitest'
import { doorsOf, floorsOf, graphOf, nearestOf, pastDoors, statedDoors, unstated, uselessDoors } from './areas.ts'
import { areaOf, areaOfRules, featureOf, files, shipped } from './source-imports.ts'

const doors = statedDoors()

describe('areas', () => {
  test('the README of an area names each of its features, and no other', () => {
    expect(unstated(files, doors)).toEqual([])
    expect(new Set([...doors.keys()].map(feature => feature.split('/')[0])).size).toBe(14)
  })

  test('areas import each other downwards alone', () => {
    const { floors, tied } = floorsOf(graphOf(shipped, areaOf))
    expect(tied).toEqual([])
    expect(floors.flat()).toHaveLength(14)
  })

  test('the rules are in the areas of the server, and the rules of an area import lower areas alone', () => {
    const { floors, tied } = floorsOf(graphOf(shipped, areaOfRules))
    expect(tied).toEqual([])
    expect(floors.flat().length).toBeGreaterThan(9)
    const areas = new Set(files.flatMap(path => areaOf(path) ?? []))
    expect(new Set(files.flatMap(path => areaOfRules(path) ?? [])).difference(areas)).toEqual(new Set())
  })

  test('features import each other downwards alone', () => {
    const { floors, tied } = floorsOf(graphOf(shipped, featureOf))
    expect(tied).toEqual([])
    expect(floors.flat().length).toBeGreaterThan(70)
  })

  test('an area imports only the doors of another area', () => {
    expect(pastDoors(shipped, doors)).toEqual([])
  })

  test('each door is imported by another area', () => {
    expect(uselessDoors(shipped, doors)).toEqual([])
  })
})

describe('a planted offence', () => {
  const planted = doorsOf(
    'order',
    `| Feature | What it does | Start with | Doors |
| --- | --- | --- | --- |
| \`stock\` | takes seats | \`hold.ts\` | \`hold.ts\`, \`seats/take.ts\` |
| \`invoice\` | numbers invoices | \`issue.ts\` | every file |
| \`retention\` | erases | \`erase.ts\` | none |`,
  )
  const imported = (from: string, to: string) => ({ from: `server/${from}`, to: `server/${to}` })

  test('by a feature without a row, or a row without a feature, is found', () => {
    const paths = ['server/order/stock/hold.ts', 'server/order/invoice/issue.ts', 'server/order/reminder/remind.ts']
    expect(unstated([...paths, 'server/shop.ts', 'domain/foundation/instant.ts'], planted)).toEqual([
      'order/reminder',
      'order/retention',
    ])
  })

  test('by an import past the doors is found, and none within an area or at a door', () => {
    const good = [
      imported('payment/pay/pay.ts', 'order/stock/hold.ts'),
      imported('payment/pay/pay.ts', 'order/stock/seats/take.ts'),
      imported('payment/pay/pay.ts', 'order/invoice/next-number.ts'),
      imported('order/stock/hold.ts', 'order/retention/erase.ts'),
      imported('operation/development/mail-previews.ts', 'order/retention/letters/erased.ts'),
      imported('shop.ts', 'order/retention/erase.ts'),
    ]
    const past = [
      imported('payment/pay/pay.ts', 'order/stock/store.ts'),
      imported('operation/command/erase.ts', 'order/retention/erase.ts'),
      imported('operation/command/erase.ts', 'order/retention/letters/erased.ts'),
    ]
    expect(pastDoors([...good, ...past], planted)).toEqual(past.map(({ from, to }) => `${from} -> ${to}`))
  })

  test('by a door that no other area imports is found', () => {
    const edges = [
      imported('payment/pay/pay.ts', 'order/stock/hold.ts'),
      imported('order/stock/hold.ts', 'order/stock/seats/take.ts'),
    ]
    expect(uselessDoors(edges, planted)).toEqual(['server/order/stock/seats/take.ts'])
  })

  test('by areas or features that import each other is found, with what depends on them', () => {
    const edges = [
      imported('order/order/read-order.ts', 'payment/pay/pay.ts'),
      imported('payment/pay/pay.ts', 'order/order/read-order.ts'),
      imported('operation/web/pages.ts', 'payment/pay/pay.ts'),
      imported('order/order/read-order.ts', 'foundation/base/clock.ts'),
      imported('order/order/read-order.ts', 'foundation/memory/made-memory.ts'),
    ]
    const areas = graphOf(edges, areaOf)
    expect(floorsOf(areas)).toEqual({ floors: [['foundation']], tied: ['operation', 'order', 'payment'] })
    expect(nearestOf('operation', areas)).toEqual(['payment'])
    const rules = [
      { from: 'domain/order/pricing/price.ts', to: 'domain/catalog/price/vat.ts' },
      { from: 'domain/catalog/price/vat.ts', to: 'domain/order/pricing/row.ts' },
    ]
    expect(floorsOf(graphOf(rules, areaOfRules)).tied).toEqual(['catalog', 'order'])
    expect(floorsOf(graphOf(edges, featureOf))).toEqual({
      floors: [['foundation/base', 'foundation/memory']],
      tied: ['operation/web', 'order/order', 'payment/pay'],
    })
  })
})
