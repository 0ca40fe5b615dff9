import { describe, expect, test } from 'vitest'
import { after, days, instant, minutes } from '#domain/foundation/instant.ts'
import {
  type PassUse,
  coveredBy,
  digitsOfPassPin,
  entriesToUse,
  isTimeToGive,
  passPin,
  readPassCode,
  ticketsToGive,
} from './use-pass.ts'
import { SOME_DAY, aCategory, anEvent, anOffer } from '#tests/builders/offer.ts'
import type { Category, CategoryId } from '#domain/catalog/catalog/category.ts'
import type { EventOffer } from '#domain/catalog/catalog/event.ts'
import { ZERO, minor } from '#domain/foundation/money/money.ts'
import fc from 'fast-check'
import type { BoughtPassId } from './bought-pass.ts'

const now = instant(1_800_000_000_000)
const usable: PassUse = {
  status: 'ACQUIRED',
  valid: { from: null, to: null },
  usage: 'UNLIMITED',
  maxEntries: null,
  used: 0,
  usedAtEvent: 0,
  now,
}

test.each<[string, Partial<PassUse>, number | null]>([
  ['any number', { used: 400, usedAtEvent: 3 }, null],
  ['what is left', { maxEntries: 10, used: 7, usedAtEvent: 3 }, 3],
  ['one an event', { usage: 'ONCE_PER_EVENT', used: 9 }, 1],
  ['one an event, of those left', { usage: 'ONCE_PER_EVENT', maxEntries: 10, used: 9 }, 1],
  ['up to its last moment', { valid: { from: null, to: now } }, null],
  ['from its first moment on', { valid: { from: now, to: null } }, null],
])('%s', (_, changes, entries) => {
  expect(entriesToUse({ ...usable, ...changes })).toEqual({ ok: true, value: entries })
})

test.each<[string, Partial<PassUse>]>([
  ['subscription.not.acquired', { status: 'PENDING' }],
  ['subscription.not.acquired', { status: 'CANCELLED' }],
  ['subscription.not.valid', { valid: { from: after(now, 1), to: null } }],
  ['subscription.expired', { valid: { from: null, to: after(now, -1) } }],
  ['subscription.max-usage-reached', { maxEntries: 10, used: 10 }],
  ['subscription.max-usage-reached', { maxEntries: 10, used: 11 }],
  ['subscription.max-usage-reached', { usage: 'ONCE_PER_EVENT', maxEntries: 1, used: 1, usedAtEvent: 1 }],
  ['subscription.max-usage-reached-per-event', { usage: 'ONCE_PER_EVENT', used: 1, usedAtEvent: 1 }],
  // The first problem is returned.
  ['subscription.not.acquired', { status: 'PENDING', valid: { from: after(now, minutes(1)), to: null } }],
])('%s', (code, changes) => {
  expect(entriesToUse({ ...usable, ...changes })).toMatchObject({ ok: false, problems: [{ code }] })
})

const ticketsFor = (offer: Partial<EventOffer>, forGroup: readonly number[] = []) =>
  ticketsToGive({ offer: anOffer(offer), now: SOME_DAY, isForGroup: id => forGroup.includes(id) })
const idsOf = (tickets: ReturnType<typeof ticketsFor>) => tickets.map(({ category }) => Number(category.id))
const ofCategories = (...categories: readonly Category[]) => idsOf(ticketsFor({ categories }))

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
    expect(idsOf(ticketsFor({ categories: [aCategory({ id: 1 }), aCategory({ id: 2 })] }, [1]))).toEqual([2])
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
    const tickets = ticketsFor({ services: [fee] })
    expect(tickets).toHaveLength(count)
    for (const { plan } of tickets) expect(plan.extras).toMatchObject([{ quantity: 1, unit: { final: ZERO } }])
  })

  test('is of the categories that the pass is good for', () => {
    const tickets = ticketsFor({ categories: [aCategory({ id: 1 }), aCategory({ id: 2 })] })
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

const id = (text: string) => text as BoughtPassId

test('the PIN of the sample is the one other shops know', () => {
  expect(passPin(id('c09644d4-3694-4d2b-9d0e-000000000000'))).toBe('HNLD4PHJ')
  expect(digitsOfPassPin('HNLD4PHJ')).toBe('c09644d43')
})

test('a PIN encodes the first nine digits of the id, whatever its case, with or without an A in front', () => {
  fc.assert(
    fc.property(fc.uuid(), uuid => {
      const pin = passPin(id(uuid))
      const digits = uuid.replaceAll('-', '').slice(0, 9)
      expect(pin).toMatch(/^[ACDEFGHJKLMNPQRTUVWXY34679]{8}$/)
      for (const typed of [pin, ` ${pin.toLowerCase()} `, `A${pin}`]) expect(digitsOfPassPin(typed)).toBe(digits)
    }),
  )
})

test.each([
  ['the least', '000000000', 'AAAAAAAA'],
  ['the next', '000000001', 'AAAAAAAC'],
])('%s number is padded', (_, digits, pin) => {
  expect(digitsOfPassPin(pin)).toBe(digits)
  expect(passPin(id(`${digits.slice(0, 8)}-${digits.slice(8)}000-4000-8000-000000000000`))).toBe(pin)
})

test.each(['', 'AAAAAAA', 'AAAAAAAAAA', 'HNLD4PH0', 'HNLD4PHB', '99999999', '999999999', 'ÄAAAAAAA'])(
  '"%s" is no PIN',
  typed => expect(digitsOfPassPin(typed)).toBeUndefined(),
)

test('an id is read in either case, and a PIN as the digits it encodes', () => {
  const whole = 'c09644d4-3694-4d2b-9d0e-000000000000'
  expect(readPassCode(` ${whole.toUpperCase()}`)).toEqual({ kind: 'id', id: whole })
  for (const typed of [' hnld4phj ', 'HNLD 4PHJ', 'hnld-4phj', 'HN LD\u20134PHJ'])
    expect(readPassCode(typed)).toEqual({ kind: 'pin', digits: 'c09644d43' })
  expect(readPassCode(`${whole}0`)).toBeUndefined()
  expect(readPassCode('HNLD4PH')).toBeUndefined()
})
