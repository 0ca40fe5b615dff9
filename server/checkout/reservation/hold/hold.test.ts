import { beforeEach, expect, test } from 'vitest'
import { backToBooking } from '#contract/booking.ts'
import { getTicketCategories } from '#contract/event.ts'
import { extendReservation } from '#contract/own.ts'
import { reserveTickets } from '#contract/reserve.ts'
import { getTicket } from '#contract/ticket.ts'
import { minutes } from '#domain/foundation/instant.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { stockCountsOf, countAudit, expectConsistentData } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import {
  buy,
  cancel,
  categoryIds,
  filledIn,
  hold,
  infoOf,
  pay,
  readyToPay,
  selection,
  sendDetails,
  statusOf,
  ticketsOf,
} from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

let number = 0
let shortName = ''

beforeEach(async () => {
  clock.set(SOME_DAY)
  number += 1
  const categories = [
    aCategoryFile(clock.now()),
    aCategoryFile(clock.now(), { name: 'Student', maxTickets: 4, price: 30 }),
  ]
  shortName = await organiser.open(
    anEventFile(clock.now(), {
      slug: `hold-${number}`,
      seats: 10,
      categories,
      settings: { DISPLAY_TICKETS_LEFT_INDICATOR: true },
      description: [
        { lang: 'de', body: 'Ein Tag' },
        { lang: 'it', body: 'Una giornata' },
      ],
    }),
  )
})

test('seats are held for 25 minutes', async () => {
  const id = await hold(buyer, shortName, { Conference: 2 })
  expect(await infoOf(buyer, id)).toMatchObject({
    status: 'PENDING',
    validity: SOME_DAY + minutes(25),
    validatedBookingInformation: false,
    paid: false,
    orderSummary: { totalPrice: '240.00', totalVAT: '17.98', vatPercentage: '8.10', free: false, notYetPaid: false },
  })
})

test('the event says how long seats are held', async () => {
  await organiser.change(shortName, { settings: { RESERVATION_TIMEOUT: 7 } })
  expect((await infoOf(buyer, await hold(buyer, shortName, { Student: 1 }))).validity).toBe(SOME_DAY + minutes(7))
})

test.each([
  ['it', 'it'],
  ['de', 'de'],
  ['en', 'en'],
  ['DE-ch', 'de'],
  ['xx', 'it'],
  ['constructor', 'it'],
])(
  'an order asked for in "%s" is written in "%s", the language of the buyer where we speak it',
  async (requested, language) => {
    const id = await hold(buyer, shortName, { Conference: 1 }, requested)
    const row = await shop.db.kysely
      .selectFrom('reservation')
      .select('language')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.language).toBe(language)
  },
)

test('the lowest seats of the category and of the pool are taken, each at its own price', async () => {
  const id = await hold(buyer, shortName, { Conference: 2, Student: 1 })
  const seats = await shop.db.kysely
    .selectFrom('ticket')
    .innerJoin('ticket_category as category', 'category.id', 'category_id')
    .select(['category.name', 'ticket.final_price', 'ticket.status'])
    .where('reservation_id', '=', id)
    .orderBy('ticket.id')
    .execute()
  expect(seats).toEqual([
    { name: 'Student', final_price: 3000n, status: 'PENDING' },
    { name: 'Conference', final_price: 12000n, status: 'PENDING' },
    { name: 'Conference', final_price: 12000n, status: 'PENDING' },
  ])
  await expectConsistentData(shop.db, shortName, { held: 3, free: 7 })
})

test('the catalogue shows at once what this process has held and released', async () => {
  const left = async () => {
    const { ticketCategories } = await buyer.expect(getTicketCategories, 200, { params: { shortName } })
    const student = ticketCategories.find(({ name }) => name === 'Student')
    return [
      student?.availableTickets,
      student?.maximumSaleableTickets,
      student?.soldOutOrLimitReached,
      student?.containsPendingTickets,
    ]
  }
  expect(await left()).toEqual([4, 4, false, false])
  const id = await hold(buyer, shortName, { Student: 4 })
  expect(await left()).toEqual([0, 0, true, true])
  await cancel(buyer, id)
  expect(await left()).toEqual([4, 4, false, false])
})

test('a cancelled reservation is gone, and its seats are free at once', async () => {
  const id = await readyToPay(buyer, shortName, { Conference: 2, Student: 1 })
  expect(await cancel(buyer, id)).toMatchObject({ status: 200, value: true })
  expect(await statusOf(buyer, id)).toBeUndefined()
  await expectConsistentData(shop.db, shortName, { held: 0, free: 10, released: 0 })
  expect(await countAudit(shop.db, id, 'CANCEL_RESERVATION')).toBe(1)
  expect(await cancel(buyer, id)).toMatchObject({ status: 200, value: true })
})

test('a confirmed order is not cancelled that way, and the answer says so', async () => {
  const id = await buy(buyer, shortName, { Conference: 1 })
  expect(await cancel(buyer, id)).toMatchObject({ status: 200, value: false })
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
})

test('the seats of an abandoned reservation come back ten minutes after its time', async () => {
  const id = await readyToPay(buyer, shortName, { Student: 4 })
  clock.move(minutes(25))
  await runJobs()
  expect(await statusOf(buyer, id)).toBe('PENDING')
  clock.move(minutes(10))
  await runJobs()
  expect(await statusOf(buyer, id)).toBe('PENDING')
  clock.move(1)
  await runJobs()
  expect(await statusOf(buyer, id)).toBeUndefined()
  await expectConsistentData(shop.db, shortName, { held: 0, free: 10 })
})

test('a seat that comes back has new ids and names no person any more', async () => {
  const id = await readyToPay(buyer, shortName, { Student: 4 })
  const seats = () =>
    shop.db.kysely
      .selectFrom('ticket')
      .innerJoin('event', 'event.id', 'event_id')
      .select(['ticket.id', 'uuid', 'public_uuid', 'first_name', 'email', 'category_id'])
      .where('short_name', '=', shortName)
      .where('category_id', 'is not', null)
      .orderBy('ticket.id')
      .execute()
  const before = await seats()
  expect(before.map(({ email }) => email)).toContain('ada1@example.org')
  await cancel(buyer, id)
  const afterwards = await seats()
  expect(afterwards.map(seat => [seat.id, seat.category_id])).toEqual(before.map(seat => [seat.id, seat.category_id]))
  const old = new Set(before.flatMap(({ uuid, public_uuid }) => [uuid, public_uuid]))
  expect(afterwards.filter(seat => old.has(seat.uuid) || old.has(seat.public_uuid))).toEqual([])
  expect(afterwards.filter(seat => seat.first_name !== null || seat.email !== null)).toEqual([])
})

test('the address of a ticket dies with its reservation', async () => {
  const id = await buy(buyer, shortName, { Student: 1 })
  const ticketIdentifier = ticketsOf(await infoOf(buyer, id))[0]?.uuid ?? ''
  const params = { eventName: shortName, ticketIdentifier }
  expect((await buyer.ask(getTicket, { params })).status).toBe(200)
  // The organiser's desk, which releases sold tickets, comes later: here the row is put back by hand.
  await shop.db.kysely.updateTable('reservation').set({ status: 'PENDING' }).where('id', '=', id).execute()
  expect((await buyer.ask(getTicket, { params })).status).toBe(404)
  await shop.db.kysely.updateTable('ticket').set({ status: 'PENDING' }).where('reservation_id', '=', id).execute()
  await cancel(buyer, id)
  expect((await buyer.ask(getTicket, { params })).status).toBe(404)
})

test('a longer hold is a longer hold: the seats stay until the new time is over', async () => {
  const id = await hold(buyer, shortName, { Student: 1 })
  await buyer.expect(extendReservation, 200, { params: { reservationId: id } })
  clock.move(minutes(35) + 1)
  await runJobs()
  expect(await statusOf(buyer, id)).toBe('PENDING')
  clock.move(minutes(10))
  await runJobs()
  expect(await statusOf(buyer, id)).toBeUndefined()
  expect(await countAudit(shop.db, id, 'RESERVATION_EXTENDED')).toBe(1)
})

test('an organiser may allow no more time, and a confirmed order needs none', async () => {
  await organiser.change(shortName, { settings: { RESERVATION_MAX_EXTENSIONS: 0 } })
  const held = await hold(buyer, shortName, { Student: 1 })
  expect((await buyer.ask(extendReservation, { params: { reservationId: held } })).status).toBe(422)
  const bought = await buy(buyer, shortName, { Student: 1 })
  expect((await buyer.ask(extendReservation, { params: { reservationId: bought } })).status).toBe(422)
})

test('going back to the details closes the overview until they are sent again', async () => {
  const id = await readyToPay(buyer, shortName, { Conference: 1 })
  const params = { reservationId: id }
  await buyer.expect(backToBooking, 200, { params })
  expect(await infoOf(buyer, id)).toMatchObject({ validatedBookingInformation: false, firstName: 'Ada' })
  expect((await pay(buyer, id)).status).toBe(422)
  await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
  expect((await pay(buyer, id)).status).toBe(200)
  await buyer.expect(backToBooking, 200, { params })
  expect(await infoOf(buyer, id)).toMatchObject({ status: 'COMPLETE', validatedBookingInformation: true })
})

test('an event that is disabled sells nothing, and an event that is a draft sells to those who know its address', async () => {
  const body = selection(await categoryIds(buyer, shortName), { Conference: 1 })
  await organiser.change(shortName, { status: 'DRAFT' })
  await hold(buyer, shortName, { Conference: 1 })
  await shop.db.kysely
    .updateTable('purchase_context')
    .set({ status: 'DISABLED' })
    .where('id', 'in', shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', shortName))
    .execute()
  const answer = await buyer.ask(reserveTickets, { params: { shortName }, query: { lang: 'en' }, body })
  // What this process knows may be a second old; the statement that holds the seats checks again.
  expect(answer.status).toBe(404)
  expect((await stockCountsOf(shop.db, shortName)).held).toBe(1)
})

test('calls on an unknown reservation, or on what is no id at all, find nothing', async () => {
  for (const reservationId of ['00000000-0000-4000-8000-000000000000', 'x', '%', 'constructor']) {
    expect(await statusOf(buyer, reservationId)).toBeUndefined()
    expect((await pay(buyer, reservationId)).status).toBe(404)
    expect((await sendDetails(buyer, reservationId, {})).status).toBe(404)
    expect((await buyer.ask(extendReservation, { params: { reservationId } })).status).toBe(404)
    expect((await cancel(buyer, reservationId)).value).toBe(true)
  }
})
