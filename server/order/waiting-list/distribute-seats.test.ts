import { beforeEach, describe, expect, test } from 'vitest'
import { getTicketCategories } from '#contract/event.ts'
import type { CategoryRequest } from '#contract/event-file.ts'
import { hours, minutes } from '#domain/foundation/instant.ts'
import { aCategoryFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { stockCountsOf, expectConsistentData } from '#tests/support/database/consistency.ts'
import { untilWaiting } from '#tests/support/database/database-waits.ts'
import { breakRows } from '#tests/support/database/broken-row.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import {
  PAY_BY,
  buy,
  cancel,
  categoryIds,
  codesOf,
  filledIn,
  hold,
  infoOf,
  pay,
  reserve,
  sendDetails,
  statusOf,
} from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { distributeSeats } from './distribute-seats.ts'
import { emailOf, everybodyJoins, join, lettersTo, offerTo, standings } from '#tests/support/buyer/waiting-people.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

const ON = { ENABLE_WAITING_QUEUE: true, ENABLE_PRE_REGISTRATION: true }
let number = 0

// A Friday, 09:00 in the zone of the events: four hours later is still working time.
beforeEach(() => clock.set(SOME_DAY))

async function open(categories: readonly CategoryRequest[], { seats = 3 }: { seats?: number } = {}): Promise<string> {
  number += 1
  return organiser.open(
    anEventFile(clock.now(), {
      slug: `wait-${number}`,
      seats,
      categories,
      settings: ON,
    }),
  )
}

type SoldOut = { readonly shortName: string; readonly pool: string; readonly student: string }

/** Two pool seats and one student seat, each in a reservation that its buyer may still cancel. */
async function aSoldOutEvent(): Promise<SoldOut> {
  const categories = [
    aCategoryFile(clock.now()),
    aCategoryFile(clock.now(), { name: 'Student', maxTickets: 1, price: 30 }),
  ]
  const shortName = await open(categories)
  await buy(buyer, shortName, { Conference: 1 })
  const pool = await hold(buyer, shortName, { Conference: 1 })
  const student = await hold(buyer, shortName, { Student: 1 })
  return { shortName, pool, student }
}

const shown = (shortName: string) => buyer.expect(getTicketCategories, 200, { params: { shortName } })

test('a seat that comes back is offered only to the person who has waited longest', async () => {
  const { shortName, pool } = await aSoldOutEvent()
  await everybodyJoins(buyer, shortName, 'Ada', 'Bob')
  await cancel(buyer, pool)
  expect(await standings(shop.db, shortName)).toEqual(['Ada PENDING', 'Bob WAITING'])
  expect((await reserve(buyer, shortName, { Conference: 1 })).status).toBe(422)
  expect(await shown(shortName)).toMatchObject({ waitingList: true })

  const id = await offerTo(shop.db, shortName, 'Ada')
  expect(await infoOf(buyer, id)).toMatchObject({
    status: 'PENDING',
    validity: SOME_DAY + hours(4),
    firstName: 'Ada',
    lastName: 'Waiting',
    email: emailOf('Ada'),
    orderSummary: { totalPrice: '120.00' },
    ticketsByCategory: [{ name: 'Conference', tickets: [{}] }],
  })
  await expectConsistentData(shop.db, shortName, { sold: 1, held: 2, free: 0, released: 0 })
})

test('seats of several buyers who cancel at once are all on sale again when they are answered', async () => {
  const shortName = await open([aCategoryFile(clock.now())], { seats: 12 })
  const buyers = Array.from({ length: 12 }, () => aBuyer(url))
  const held = await Promise.all(buyers.map(one => hold(one, shortName, { Conference: 1 })))
  await Promise.all(buyers.map((one, index) => cancel(one, held[index] ?? '')))
  expect(await stockCountsOf(shop.db, shortName)).toMatchObject({ free: 12, released: 0, held: 0 })
})

test('a seat that comes back while another process gives out seats of the event is given out after that', async () => {
  const shortName = await open([aCategoryFile(clock.now())], { seats: 1 })
  const id = await hold(buyer, shortName, { Conference: 1 })
  const other = await shop.db.pool.connect()
  try {
    await other.query('begin')
    await other.query('select from event where short_name = $1 for no key update', [shortName])
    const cancelled = cancel(buyer, id)
    await untilWaiting(shop.db.pool, cancelled)
    await other.query('commit')
    await cancelled
  } finally {
    other.release()
  }
  expect(await stockCountsOf(shop.db, shortName)).toMatchObject({ free: 1, released: 0 })
})

test('a person to whom nothing can be offered is put off, and the next one gets the seat', async () => {
  const { shortName, pool } = await aSoldOutEvent()
  await everybodyJoins(buyer, shortName, 'Ada', 'Bob')
  const broken = await breakRows(shop.db.pool, 'waiting_list_entry', `old.email = '${emailOf('Ada')}'`)
  await cancel(buyer, pool)
  await broken.mend()
  expect(await standings(shop.db, shortName)).toEqual(['Ada WAITING', 'Bob PENDING'])
  const { rows } = await shop.db.pool.query('select job, kind, failures, last_error from job_failure')
  const failure = { kind: 'waiting-list-entry', failures: 1, last_error: 'this row is broken' }
  expect(rows).toEqual([{ job: 'distribute-seats', ...failure }])
  await expectConsistentData(shop.db, shortName, { sold: 1, held: 2, free: 0, released: 0 })
})

test('an event that can’t be served keeps the seats of no other', async () => {
  const [bad, good] = [await aSoldOutEvent(), await aSoldOutEvent()]
  await everybodyJoins(buyer, good.shortName, 'Ada')
  const eventId = (await shop.catalog.offeredEvent(bad.shortName))?.context.id
  const broken = await breakRows(shop.db.pool, 'ticket', `old.status = 'RELEASED' and old.event_id = ${eventId}`)
  for (const { pool } of [bad, good]) await cancel(buyer, pool)
  expect(await stockCountsOf(shop.db, bad.shortName)).toMatchObject({ released: 1 })
  expect(await standings(shop.db, good.shortName)).toEqual(['Ada PENDING'])
  await broken.mend()
  clock.move(minutes(1))
  await distributeSeats(shop)
  expect(await stockCountsOf(shop.db, bad.shortName)).toMatchObject({ released: 0, free: 1 })
})

test('the mail of an offer leads to it, and says until when it is held', async () => {
  const { shortName, pool } = await aSoldOutEvent()
  await join(buyer, shortName, 'Ada', { userLanguage: 'it' })
  await cancel(buyer, pool)
  const id = await offerTo(shop.db, shortName, 'Ada')
  const [letter] = await lettersTo(shop.db, shortName, emailOf('Ada'))
  expect(letter).toMatchObject({ subject: 'C’è un biglietto: Alpine Systems Days', reservationId: id })
  expect(letter?.text).toContain(`/event/${shortName}/reservation/${id}?lang=it`)
  expect(letter?.text).toContain('13:00 CET')
})

test('the person takes the offer, and has the ticket', async () => {
  const { shortName, pool } = await aSoldOutEvent()
  await everybodyJoins(buyer, shortName, 'Ada')
  await cancel(buyer, pool)
  const id = await offerTo(shop.db, shortName, 'Ada')
  const person = aBuyer(url)
  await sendDetails(person, id, filledIn(await infoOf(person, id)))
  expect((await pay(person, id)).status).toBe(200)
  expect(await standings(shop.db, shortName)).toEqual(['Ada ACQUIRED'])
  await runJobs()
  expect(await statusOf(person, id)).toBe('COMPLETE')
  await expectConsistentData(shop.db, shortName, { sold: 2 })
})

test('an offer that is not taken goes to the next person, and the first one is not asked again', async () => {
  const { shortName, pool } = await aSoldOutEvent()
  await everybodyJoins(buyer, shortName, 'Ada', 'Bob')
  await cancel(buyer, pool)
  const lapsed = await offerTo(shop.db, shortName, 'Ada')
  clock.move(hours(4) + minutes(10) + 1)
  await runJobs()
  // The student seat was held for minutes only: both seats have come back, and Bob is the only one left.
  expect(await standings(shop.db, shortName)).toEqual(['Ada EXPIRED', 'Bob PENDING'])
  expect(await statusOf(buyer, lapsed)).toBeUndefined()
  expect(await statusOf(buyer, await offerTo(shop.db, shortName, 'Bob'))).toBe('PENDING')
  await expectConsistentData(shop.db, shortName, { sold: 1, held: 1, free: 1, released: 0 })
})

test('an offer that is declined goes to the next person at once', async () => {
  const { shortName, pool } = await aSoldOutEvent()
  await everybodyJoins(buyer, shortName, 'Ada', 'Bob')
  await cancel(buyer, pool)
  await cancel(buyer, await offerTo(shop.db, shortName, 'Ada'))
  expect(await standings(shop.db, shortName)).toEqual(['Ada EXPIRED', 'Bob PENDING'])
  await cancel(buyer, await offerTo(shop.db, shortName, 'Bob'))
  expect(await standings(shop.db, shortName)).toEqual(['Ada EXPIRED', 'Bob EXPIRED'])
  await expectConsistentData(shop.db, shortName, { free: 1, released: 0 })
})

test('with an empty list a seat that comes back is on sale', async () => {
  const { shortName, pool, student } = await aSoldOutEvent()
  await cancel(buyer, pool)
  await cancel(buyer, student)
  await expectConsistentData(shop.db, shortName, { free: 2, released: 0 })
})

test('with the list and pre-registration off, seats go back on sale though people wait', async () => {
  const { shortName, pool } = await aSoldOutEvent()
  await everybodyJoins(buyer, shortName, 'Ada')
  await organiser.change(shortName, { settings: { ENABLE_WAITING_QUEUE: false, ENABLE_PRE_REGISTRATION: false } })
  await cancel(buyer, pool)
  expect(await standings(shop.db, shortName)).toEqual(['Ada WAITING'])
  await expectConsistentData(shop.db, shortName, { free: 1 })
})

test('a closed list still serves those who are on it', async () => {
  const { shortName, pool } = await aSoldOutEvent()
  await everybodyJoins(buyer, shortName, 'Ada')
  await organiser.change(shortName, { settings: { STOP_WAITING_QUEUE_SUBSCRIPTIONS: true } })
  await cancel(buyer, pool)
  expect(await standings(shop.db, shortName)).toEqual(['Ada PENDING'])
})

describe('the category of an offer', () => {
  const categoryOf = async (shortName: string, name: string) =>
    (await infoOf(buyer, await offerTo(shop.db, shortName, name))).ticketsByCategory.map(category => category.name)

  test('is that of the seat, where it has one', async () => {
    const { shortName, student } = await aSoldOutEvent()
    await everybodyJoins(buyer, shortName, 'Ada')
    await cancel(buyer, student)
    expect(await categoryOf(shortName, 'Ada')).toEqual(['Student'])
    await expectConsistentData(shop.db, shortName)
  })

  test.each([
    ['Early', 'Early'],
    [null, 'Late'],
  ])('of a pool seat is what was asked for (%s), else what is on sale longest', async (requested, expected) => {
    const until = (inDays: number) => ({ endSellingDate: localTime(clock.now(), { days: inDays }) })
    const shortName = await open(
      [
        aCategoryFile(clock.now(), { name: 'Late', ...until(40) }),
        aCategoryFile(clock.now(), { name: 'Early', ...until(20), price: 90 }),
      ],
      { seats: 1 },
    )
    const held = await hold(buyer, shortName, { Late: 1 })
    const selectedCategory = requested && ((await categoryIds(buyer, shortName)).get(requested) ?? null)
    await join(buyer, shortName, 'Ada', { selectedCategory })
    await cancel(buyer, held)
    expect(await categoryOf(shortName, 'Ada')).toEqual([expected])
  })

  test('is never one whose sale has ended: its seat goes back', async () => {
    const { shortName, student } = await aSoldOutEvent()
    await everybodyJoins(buyer, shortName, 'Ada')
    await shop.db.kysely
      .updateTable('ticket_category')
      .set({ expiration: new Date(SOME_DAY) })
      .where('name', '=', 'Student')
      .where('event_id', 'in', shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', shortName))
      .execute()
    clock.move(1000)
    shop.catalog.offerChanged(await eventNamed(shortName))
    await cancel(buyer, student)
    expect(await standings(shop.db, shortName)).toEqual(['Ada WAITING'])
    expect(await stockCountsOf(shop.db, shortName)).toMatchObject({ free: 1, released: 0 })
  })

  test('is never a hidden one', async () => {
    const { shortName, student } = await aSoldOutEvent()
    await everybodyJoins(buyer, shortName, 'Ada')
    await shop.db.kysely
      .updateTable('ticket_category')
      .set({ access_restricted: true })
      .where('name', '=', 'Student')
      .where('event_id', 'in', shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', shortName))
      .execute()
    shop.catalog.offerChanged(await eventNamed(shortName))
    await cancel(buyer, student)
    expect(await standings(shop.db, shortName)).toEqual(['Ada WAITING'])
  })

  test('is never one that could not be paid', async () => {
    const { shortName, pool } = await aSoldOutEvent()
    await everybodyJoins(buyer, shortName, 'Ada')
    await organiser.change(shortName, { settings: { ON_SITE_ENABLED: false, BANK_TRANSFER_ENABLED: false } })
    await cancel(buyer, pool)
    expect(await standings(shop.db, shortName)).toEqual(['Ada WAITING'])
    await expectConsistentData(shop.db, shortName, { free: 1, released: 0 })
  })
})

async function eventNamed(shortName: string) {
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', shortName)
    .executeTakeFirstOrThrow()
  return { id, shortName }
}

test('an event that the organiser has just edited is decided again', async () => {
  const { shortName, pool } = await aSoldOutEvent()
  await everybodyJoins(buyer, shortName, 'Ada')
  await shop.catalog.eventOf((await eventNamed(shortName)).id)
  await shop.db.pool.query('update ticket_category set price = 4500 where event_id = $1', [
    (await eventNamed(shortName)).id,
  ])
  await shop.db.pool.query('update purchase_context set version = version + 1 where id = $1', [
    (await eventNamed(shortName)).id,
  ])
  await cancel(buyer, pool)
  const { orderSummary } = await infoOf(buyer, await offerTo(shop.db, shortName, 'Ada'))
  expect(orderSummary.totalPrice).toBe('45.00')
})

test('a free seat is given away free', async () => {
  number += 1
  const shortName = await organiser.open({
    ...anEventFile(clock.now(), { slug: `wait-${number}`, settings: ON }),
    tickets: {
      freeOfCharge: true,
      max: 1,
      paymentMethods: [],
      categories: [aCategoryFile(clock.now(), { name: 'Everybody', price: 0 })],
    },
  })
  const held = await hold(buyer, shortName, { Everybody: 1 })
  await everybodyJoins(buyer, shortName, 'Ada')
  await cancel(buyer, held)
  const id = await offerTo(shop.db, shortName, 'Ada')
  await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
  expect(codesOf(await pay(buyer, id, PAY_BY.NONE))).toEqual([])
  expect(await standings(shop.db, shortName)).toEqual(['Ada ACQUIRED'])
})

test('what has been done is not done again', async () => {
  const { shortName, pool } = await aSoldOutEvent()
  await everybodyJoins(buyer, shortName, 'Ada')
  await cancel(buyer, pool)
  expect(await distributeSeats(shop)).toBe(0)
  expect(await lettersTo(shop.db, shortName, emailOf('Ada'))).toHaveLength(2)
})

test('a disabled event keeps its seats until it is sold again', async () => {
  const { shortName, pool } = await aSoldOutEvent()
  await everybodyJoins(buyer, shortName, 'Ada')
  const { id } = await eventNamed(shortName)
  const setStatus = async (status: 'DISABLED' | 'PUBLIC') => {
    await shop.db.kysely.updateTable('purchase_context').set({ status }).where('id', '=', id).execute()
    shop.catalog.offerChanged({ id, shortName })
  }
  await setStatus('DISABLED')
  await cancel(buyer, pool)
  expect(await stockCountsOf(shop.db, shortName)).toMatchObject({ free: 0, released: 1 })
  await runJobs()
  expect(await stockCountsOf(shop.db, shortName)).toMatchObject({ free: 0, released: 1 })
  await setStatus('PUBLIC')
  await runJobs()
  expect(await standings(shop.db, shortName)).toEqual(['Ada PENDING'])
})
