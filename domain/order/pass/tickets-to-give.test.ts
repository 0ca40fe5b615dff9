import { describe, expect, test } from 'vitest'
import { SOME_DAY, aCategory, anEvent, anOffer } from '#tests/builders/offer.ts'
import type { Category, CategoryId } from '#domain/catalog/catalog/category.ts'
import type { EventOffer } from '#domain/catalog/catalog/event.ts'
import { after, days } from '#domain/foundation/instant.ts'
import { ZERO, minor } from '#domain/foundation/money/money.ts'
import { coveredBy, isTimeToGive, ticketsToGive } from './use-pass.ts'

const given = (offer: Partial<EventOffer>, forGroup: readonly number[] = []) =>
  ticketsToGive({ offer: anOffer(offer), now: SOME_DAY, isForGroup: id => forGroup.includes(id) })
const idsOf = (tickets: ReturnType<typeof given>) => tickets.map(({ category }) => Number(category.id))
const ofCategories = (...categories: readonly Category[]) => idsOf(given({ categories }))

describe('what an owner may get', () => {
  test('begins with the cheapest; of two at one price the one that was made first', () => {
    const prices = [4000n, 1200n, 9000n, 1200n]
    const categories = prices.map((price, index) => aCategory({ id: index + 1, price: minor(price) }))
    expect(ofCategories(...categories)).toEqual([2, 4, 1, 3])
  })

  test.each<[string, Parameters<typeof aCategory>[0]]>([
    ['hidden', { isRestricted: true }],
    ['not on sale yet', { onSale: { start: after(SOME_DAY, 1), end: after(SOME_DAY, days(1)) } }],
    ['on sale no more', { onSale: { start: after(SOME_DAY, -days(1)), end: SOME_DAY } }],
  ])('is nothing that is %s', (_, changes) => {
    expect(ofCategories(aCategory({ id: 1, ...changes }), aCategory({ id: 2 }))).toEqual([2])
  })

  test('is nothing that is for a group', () => {
    expect(idsOf(given({ categories: [aCategory({ id: 1 }), aCategory({ id: 2 })] }, [1]))).toEqual([2])
  })

  test.each([
    [1000n, 0],
    [0n, 1],
  ])('is nothing with which something comes that costs: for %s there are %s', (price, count) => {
    const fee = {
      id: 1 as never,
      type: 'SUPPLEMENT' as const,
      vat: 'NONE' as const,
      charge: { policy: 'MANDATORY_ONE_FOR_TICKET' as const, price: minor(price) },
      title: {},
      description: {},
      onSale: { start: after(SOME_DAY, -days(1)), end: after(SOME_DAY, days(1)) },
      ordinal: 0,
      stock: null,
      maxQtyPerOrder: 1,
    }
    const tickets = given({ services: [fee] })
    expect(tickets).toHaveLength(count)
    for (const { plan } of tickets) expect(plan.extras).toMatchObject([{ quantity: 1, unit: { final: ZERO } }])
  })

  test('is of the categories that the pass is good for', () => {
    const tickets = given({ categories: [aCategory({ id: 1 }), aCategory({ id: 2 })] })
    expect(idsOf(coveredBy(tickets, []))).toEqual([1, 2])
    expect(idsOf(coveredBy(tickets, [2 as CategoryId]))).toEqual([2])
  })
})

test.each([
  ['a public event that is to come', { startsAt: after(SOME_DAY, 1) }, true],
  ['one that begins now', { startsAt: SOME_DAY }, false],
  ['a draft', { status: 'DRAFT' as const }, false],
])('tickets are given of %s: %s', (_, changes, expected) => {
  expect(isTimeToGive(anEvent(changes), SOME_DAY)).toBe(expected)
})
