import { expect, test } from 'vitest'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { expectConsistentData, stockCountsOf } from '#tests/support/database/consistency.ts'
import { untilWaiting } from '#tests/support/database/database-waits.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { PAY_BY, cancel, filledIn, hold, infoOf, pay, sendDetails } from '#tests/support/buyer/purchase.ts'
import { type EventSetup, setUpEvent } from '#tests/support/organiser/event-setup.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { distributeSeats } from './distribute-seats.ts'
import { join, offerTo, standings } from '#tests/support/buyer/waiting-people.ts'
import { instant } from '#domain/foundation/instant.ts'
import { offerExpiry } from './offer-seat.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
let number = 0

/** One held seat at 120.00 that Ada waits for; its extras are added then. */
async function aWaitingPerson(language = 'en'): Promise<{ setup: EventSetup; shortName: string; held: string }> {
  number += 1
  const file = anEventFile(clock.now(), {
    slug: `offer-${number}`,
    seats: 1,
    categories: [aCategoryFile(clock.now())],
    settings: { ENABLE_WAITING_QUEUE: true },
    description: [
      { lang: 'de', body: 'Ein Tag' },
      { lang: 'it', body: 'Una giornata' },
    ],
  })
  const shortName = await organiser.open(file)
  const held = await hold(buyer, shortName, { Conference: 1 })
  await join(buyer, shortName, 'Ada', { userLanguage: language })
  return { setup: await setUpEvent(shop, shortName), shortName, held }
}

const offered = async (shortName: string) => infoOf(buyer, await offerTo(shop.db, shortName, 'Ada'))

test('what comes with a ticket comes with an offer, at the regular price', async () => {
  const { setup, shortName, held } = await aWaitingPerson()
  await setup.extra({ title: 'Deposit', policy: 'MANDATORY_ONE_FOR_TICKET', price: 500 })
  await setup.extra({ title: 'Fee', policy: 'MANDATORY_PERCENTAGE_FOR_TICKET', percentage: 10 })
  await setup.extra({ title: 'Dinner', price: 4000 })
  await cancel(buyer, held)
  const { orderSummary, additionalServiceWithData, id } = await offered(shortName)
  expect(orderSummary.totalPrice).toBe('137.00')
  expect(additionalServiceWithData.map(({ title }) => title)).toEqual([{ en: 'Deposit' }, { en: 'Fee' }])
  await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
  expect((await pay(buyer, id)).status).toBe(200)
  await expectConsistentData(shop.db, shortName, { sold: 1 })
})

test.each([
  [1, '108.00'],
  [2, '120.00'],
])('a discount from %i tickets on leaves an offer at %s', async (from, total) => {
  const { setup, shortName, held } = await aWaitingPerson()
  await setup.rule({ from, off: '10%' })
  await cancel(buyer, held)
  expect((await offered(shortName)).orderSummary.totalPrice).toBe(total)
})

test('a seat whose extra has run out waits with those who wait for it', async () => {
  const { setup, shortName, held } = await aWaitingPerson()
  const extra = await setup.extra({ title: 'Badge', policy: 'MANDATORY_ONE_FOR_TICKET', price: 0, stock: 0 })
  await cancel(buyer, held)
  expect(await standings(shop.db, shortName)).toEqual(['Ada WAITING'])
  expect(await stockCountsOf(shop.db, shortName)).toMatchObject({ free: 0, held: 0, released: 1 })
  expect(await distributeSeats(shop)).toBe(0)

  await shop.db.kysely
    .updateTable('additional_service')
    .set({ available_quantity: 1 })
    .where('id', '=', extra)
    .execute()
  await shop.db.kysely.insertInto('additional_service_item').values({ service_id: extra }).execute()
  expect(await distributeSeats(shop)).toBe(1)
  expect(await standings(shop.db, shortName)).toEqual(['Ada PENDING'])
  await expectConsistentData(shop.db, shortName, { held: 1 })
})

test('a seat whose extra is being taken is offered at the next run, and this run does not wait', async () => {
  const { setup, shortName, held } = await aWaitingPerson()
  const extra = await setup.extra({ title: 'Lunch', policy: 'MANDATORY_ONE_FOR_TICKET', price: 0, stock: 1 })
  const other = await shop.db.pool.connect()
  try {
    await other.query('begin')
    await other.query('select from additional_service_item where service_id = $1 for update', [extra])
    const waited = untilWaiting(
      shop.db.pool,
      cancel(buyer, held).then(() => distributeSeats(shop)),
    )
    await expect(waited).rejects.toThrow('had to wait for no other')
    expect(await standings(shop.db, shortName)).toEqual(['Ada WAITING'])
  } finally {
    await other.query('rollback')
    other.release()
  }
  expect(await distributeSeats(shop)).toBe(1)
  expect(await standings(shop.db, shortName)).toEqual(['Ada PENDING'])
  await expectConsistentData(shop.db, shortName, { held: 1 })
})

test.each([
  ['de', 'de'],
  ['fr', 'fr'],
])('a person who reads "%s" gets the order in "%s", whatever the organiser writes in', async (requested, language) => {
  const { shortName, held } = await aWaitingPerson(requested)
  await cancel(buyer, held)
  const row = await shop.db.kysely
    .selectFrom('reservation')
    .select(['language', 'email'])
    .where('id', '=', await offerTo(shop.db, shortName, 'Ada'))
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ language, email: 'ada@waiting.example' })
})

test('an offer that is to be paid by transfer is open until the transfer has arrived', async () => {
  const { shortName, held } = await aWaitingPerson()
  await cancel(buyer, held)
  const { id } = await offered(shortName)
  await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
  expect((await pay(buyer, id, PAY_BY.OFFLINE)).status).toBe(200)
  expect(await standings(shop.db, shortName)).toEqual(['Ada PENDING'])
  expect((await organiser.confirm(id)).status).toBe(200)
  expect(await standings(shop.db, shortName)).toEqual(['Ada ACQUIRED'])
})

const at = (text: string) => instant(Date.parse(text))

test.each([
  ['within working time', '2027-01-14T09:30:00+01:00', '2027-01-14T13:30:00+01:00'],
  ['in the time of the event, not of the server', '2027-01-14T17:30:00+01:00', '2027-01-15T08:30:00+01:00'],
  ['Friday evening leads to Monday morning', '2027-01-15T17:10:00+01:00', '2027-01-18T08:10:00+01:00'],
  ['over the beginning of summer time', '2027-03-26T19:20:00+01:00', '2027-03-29T08:20:00+02:00'],
  ['over the end of summer time', '2027-10-29T19:20:00+02:00', '2027-11-01T08:20:00+01:00'],
])('%s: an offer of %s is held until %s', (_name, now, expected) => {
  expect(offerExpiry(at(now), 4, 'Europe/Zurich')).toBe(at(expected))
})

test('the organiser says how many hours', () => {
  const now = at('2027-01-14T09:30:00+01:00')
  expect(offerExpiry(now, 1, 'Europe/Zurich')).toBe(at('2027-01-14T10:30:00+01:00'))
  expect(offerExpiry(now, 48, 'Europe/Zurich')).toBe(at('2027-01-18T09:30:00+01:00'))
})
