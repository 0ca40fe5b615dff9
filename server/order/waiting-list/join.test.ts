import { beforeEach, describe, expect, test } from 'vitest'
import { getTicketCategories } from '#contract/event.ts'
import type { EventFile } from '#contract/event-file.ts'
import { joinWaitingList } from '#contract/waiting-list.ts'
import { aCategoryFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { hours } from '#domain/foundation/instant.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { buy, cancel, categoryIds, codesOf, hold } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { distributeSeats } from './distribute-seats.ts'
import { emailOf, entriesOf, join, lettersTo } from '#tests/support/buyer/waiting-people.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

const ON = { ENABLE_WAITING_QUEUE: true, ENABLE_PRE_REGISTRATION: true }
let number = 0

beforeEach(() => clock.set(SOME_DAY))

/** One category "Conference" of two pool seats and one "Student" of one seat, all on sale. */
async function anEvent(changes: Parameters<typeof anEventFile>[1] = {}): Promise<string> {
  number += 1
  const categories = [
    aCategoryFile(clock.now()),
    aCategoryFile(clock.now(), { name: 'Student', maxTickets: 1, price: 30 }),
  ]
  return organiser.open(
    anEventFile(clock.now(), { slug: `join-${number}`, seats: 3, categories, settings: ON, ...changes }),
  )
}

async function aSoldOutEvent(changes?: Parameters<typeof anEventFile>[1]): Promise<string> {
  const shortName = await anEvent(changes)
  await buy(buyer, shortName, { Conference: 2, Student: 1 })
  return shortName
}

function aFutureEvent(settings: EventFile['settings'] = ON): Promise<string> {
  const categories = [aCategoryFile(clock.now(), { startSellingDate: localTime(clock.now(), { hours: 2 }) })]
  return anEvent({ categories, settings })
}

const catalogue = (shortName: string) => buyer.expect(getTicketCategories, 200, { params: { shortName } })

test('the form is shown when all is sold, with the categories one may wait for', async () => {
  const shortName = await anEvent()
  expect(await catalogue(shortName)).toMatchObject({ waitingList: false, preSales: false })
  await buy(buyer, shortName, { Conference: 2 })
  expect(await catalogue(shortName)).toMatchObject({ waitingList: false })
  await hold(buyer, shortName, { Student: 1 })
  const { waitingList, ticketCategoriesForWaitingList } = await catalogue(shortName)
  expect(waitingList).toBe(true)
  expect(ticketCategoriesForWaitingList.map(({ name }) => name)).toEqual(['Conference'])
})

test('seats left over in a category whose sale has ended do not close the list, and are not offered', async () => {
  const categories = [
    aCategoryFile(clock.now(), { maxTickets: 1 }),
    aCategoryFile(clock.now(), {
      name: 'Early bird',
      maxTickets: 2,
      endSellingDate: localTime(clock.now(), { hours: 1 }),
    }),
  ]
  const shortName = await anEvent({ categories })
  await buy(buyer, shortName, { Conference: 1 })
  const released = await hold(buyer, shortName, { 'Early bird': 1 })
  expect((await join(buyer, shortName, 'Ada')).value).toMatchObject({ value: false })
  expect(await catalogue(shortName)).toMatchObject({ waitingList: false })
  clock.move(hours(1))
  expect(await catalogue(shortName)).toMatchObject({ waitingList: true, expiredCategories: [{ name: 'Early bird' }] })
  expect((await join(buyer, shortName, 'Ada')).value).toMatchObject({ value: true })
  await cancel(buyer, released)
  await distributeSeats(shop)
  expect(await entriesOf(shop.db, shortName)).toEqual([{ name: 'Ada', kind: 'SOLD_OUT', status: 'WAITING' }])
  expect(await catalogue(shortName)).toMatchObject({ waitingList: true })
})

test('before sales the form is shown to those who want to register', async () => {
  expect(await catalogue(await aFutureEvent())).toMatchObject({ waitingList: true, preSales: true })
  const off = await aFutureEvent({ ENABLE_WAITING_QUEUE: true })
  expect(await catalogue(off)).toMatchObject({ waitingList: false, preSales: true })
})

test('who joins is on the list, and is written to', async () => {
  const shortName = await aSoldOutEvent()
  const selectedCategory = (await categoryIds(buyer, shortName)).get('Conference') ?? 0
  const answer = await join(buyer, shortName, 'Ada', { selectedCategory, firstName: '  Ada ', userLanguage: 'de-CH' })
  expect([answer.status, answer.value]).toEqual([
    200,
    { success: true, errorCount: 0, validationErrors: [], warnings: [], value: true },
  ])
  expect(await entriesOf(shop.db, shortName)).toEqual([{ name: 'Ada', kind: 'SOLD_OUT', status: 'WAITING' }])
  const [letter, ...others] = await lettersTo(shop.db, shortName, emailOf('Ada'))
  expect(letter?.subject).toBe('Sie stehen auf der Liste für Alpine Systems Days')
  expect(letter?.text).toContain('Conference')
  expect(others).toEqual([])
})

test('an organiser who wants a mail about it gets one', async () => {
  const notified = await aSoldOutEvent({ settings: { ...ON, ENABLE_WAITING_QUEUE_NOTIFICATION: true } })
  const untold = await aSoldOutEvent()
  await join(buyer, notified, 'Ada')
  await join(buyer, untold, 'Ada')
  const subjectsOf = async (shortName: string) =>
    (await lettersTo(shop.db, shortName, 'hello@alpine-systems.example')).map(({ subject }) => subject)
  expect(await subjectsOf(notified)).toContain('Alpine Systems Days: new on the waiting list')
  expect(await subjectsOf(untold)).not.toContain('Alpine Systems Days: new on the waiting list')
})

test('the same person again gets true, and nothing changes', async () => {
  const shortName = await aSoldOutEvent()
  await join(buyer, shortName, 'Ada')
  const again = await join(buyer, shortName, 'Ada', { firstName: 'Augusta', email: 'ADA@Waiting.example' })
  expect(again.value).toMatchObject({ success: true, value: true })
  expect(await entriesOf(shop.db, shortName)).toHaveLength(1)
  expect(await lettersTo(shop.db, shortName, emailOf('Ada'))).toHaveLength(1)
  expect(await lettersTo(shop.db, shortName, 'ADA@Waiting.example')).toEqual([])
})

test('ten people who press at the same moment, twice each, are ten entries', async () => {
  const shortName = await aSoldOutEvent()
  const names = Array.from({ length: 10 }, (_, index) => `P${index}`)
  const answers = await Promise.all([...names, ...names].map(name => join(buyer, shortName, name)))
  expect(answers.map(({ value }) => value)).toEqual(answers.map(() => expect.objectContaining({ value: true })))
  expect((await entriesOf(shop.db, shortName)).map(({ name }) => name).toSorted()).toEqual(names)
})

test('before sales one registers', async () => {
  const shortName = await aFutureEvent()
  expect((await join(buyer, shortName, 'Ada')).value).toMatchObject({ value: true })
  expect(await entriesOf(shop.db, shortName)).toMatchObject([{ kind: 'PRE_SALES' }])
})

describe('refused with 200 and false', () => {
  const REFUSED: Record<string, () => Promise<readonly [string, number | string | null]>> = {
    'while there are seats': async () => [await anEvent(), null],
    'when the organiser keeps no list': async () => [await aSoldOutEvent({ settings: {} }), null],
    'when the organiser has closed it': async () => [
      await aSoldOutEvent({ settings: { ...ON, STOP_WAITING_QUEUE_SUBSCRIPTIONS: true } }),
      null,
    ],
    'before sales, without pre-registration': async () => [await aFutureEvent({ ENABLE_WAITING_QUEUE: true }), null],
    'for a bounded category': async () => {
      const shortName = await aSoldOutEvent()
      return [shortName, (await categoryIds(buyer, shortName)).get('Student') ?? 0]
    },
    'for an unknown category': async () => [await aSoldOutEvent(), 2_147_483_000],
  }

  test.each(Object.entries(REFUSED))('%s', async (_name, make) => {
    const [shortName, selectedCategory] = await make()
    const answer = await join(buyer, shortName, 'Ada', { selectedCategory })
    expect(answer.status).toBe(200)
    expect(answer.value).toMatchObject({ success: true, value: false, validationErrors: [] })
    expect(await entriesOf(shop.db, shortName)).toEqual([])
  })
})

test('a category may come as text, and blank is any', async () => {
  const shortName = await aSoldOutEvent()
  const id = (await categoryIds(buyer, shortName)).get('Conference')
  expect((await join(buyer, shortName, 'Ada', { selectedCategory: String(id) })).value).toMatchObject({ value: true })
  expect((await join(buyer, shortName, 'Bob', { selectedCategory: ' ' })).value).toMatchObject({ value: true })
  expect((await join(buyer, shortName, 'Cy', { selectedCategory: 'Conference' })).status).toBe(400)
})

test('everything that is wrong with the form is shown at its field', async () => {
  const shortName = await aSoldOutEvent({ privacyPolicyUrl: 'https://alpine.example/privacy' })
  const answer = await buyer.ask(joinWaitingList, { params: { shortName }, body: {} })
  expect(answer.status).toBe(422)
  expect(answer.value).toMatchObject({ success: false, errorCount: 6, value: null })
  expect(codesOf(answer)).toEqual([
    'error.STEP_2_TERMS_CONDITIONS',
    'error.STEP_2_TERMS_CONDITIONS',
    'error.firstname',
    'lastname.fullname',
    'error.email',
    'error.userLanguage',
  ])
  const long = await join(buyer, shortName, 'Ada', { firstName: 'x'.repeat(256), privacyPolicyAccepted: true })
  expect(long.value).toMatchObject({
    validationErrors: [{ fieldName: 'firstName', code: 'error.firstname', arguments: { 0: 255 } }],
  })
})

test('an unknown event has no list', async () => {
  expect((await join(buyer, 'unknown', 'Ada')).status).toBe(404)
})

test('a seat that has just come back is not waited for', async () => {
  const shortName = await anEvent()
  await buy(buyer, shortName, { Conference: 2 })
  const last = await hold(buyer, shortName, { Student: 1 })
  await cancel(buyer, last)
  expect((await join(buyer, shortName, 'Ada')).value).toMatchObject({ value: false })
})

test('an address that asks too often gets the time to come back, and another one does not', async () => {
  const shortName = await aSoldOutEvent()
  const ask = (address: string) => join(aBuyer(url, { 'x-forwarded-for': address }), shortName, 'Ada')
  for (let time = 0; time < 20; time += 1) expect((await ask('198.51.100.7')).status).toBe(200)
  const refused = await ask('198.51.100.7')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await ask('203.0.113.7')).status).toBe(200)
})
