import { beforeEach, describe, expect, test } from 'vitest'
import { getTicketCategories } from '#contract/event.ts'
import { extendReservation, getOpenReservations } from '#contract/own.ts'
import { validateCode } from '#contract/promo-code.ts'
import { reserveTickets } from '#contract/reserve.ts'
import { after, minutes } from '#domain/foundation/instant.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { stockCountsOf, countAudit, expectConsistentData } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import {
  codesOf,
  filledIn,
  infoOf,
  pay,
  readyToPay,
  sendDetails,
  statusOf,
  ticketsOf,
} from '#tests/support/buyer/purchase.ts'
import { type EventSetup, type OrderToPlace, setUpEvent } from '#tests/support/organiser/event-setup.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)

let number = 0
let buyer = aBuyer(url)
let setup: EventSetup

beforeEach(async () => {
  clock.set(SOME_DAY)
  number += 1
  buyer = aBuyer(url)
  const categories = [
    aCategoryFile(clock.now()),
    aCategoryFile(clock.now(), { name: 'Supporter', price: 200 }),
    aCategoryFile(clock.now(), { name: 'Student', maxTickets: 3, price: 30 }),
  ]
  setup = await setUpEvent(
    shop,
    await organiser.open(anEventFile(clock.now(), { slug: `again-${number}`, seats: 6, categories })),
  )
})

const change = (replaces: string, order: OrderToPlace, who = buyer) =>
  who.ask(reserveTickets, {
    params: { shortName: setup.shortName },
    query: { lang: 'en' },
    body: { ...setup.form(order), replaces },
  })

/** The id of the order that has taken the place of the other. */
async function changed(replaces: string, order: OrderToPlace): Promise<string> {
  const { status, value } = await change(replaces, order)
  if (status !== 200 || typeof value !== 'object' || value === null || !('value' in value)) {
    throw new Error(`refused: ${JSON.stringify(value)}`)
  }
  return String(value.value)
}

const held = () => buyer.expect(getOpenReservations, 200, {})
const seatsOf = async (id: string) => {
  const rows = await shop.db.kysely
    .selectFrom('ticket')
    .select('id')
    .where('reservation_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(row => row.id)
}

describe('an order in the place of another', () => {
  test('has the last tickets that the other one holds', async () => {
    const old = await setup.hold(buyer, { tickets: { Student: 3 } })
    const id = await changed(old, { tickets: { Student: 2 } })
    expect((await infoOf(buyer, id)).orderSummary.summary).toMatchObject([{ name: 'Student', amount: 2 }])
    expect(await statusOf(buyer, old)).toBeUndefined()
    expect(await stockCountsOf(shop.db, setup.shortName)).toMatchObject({ held: 2, released: 1 })
    await runJobs()
    await expectConsistentData(shop.db, setup.shortName, { held: 2, free: 4 })
    expect(await countAudit(shop.db, old, 'RESERVATION_REPLACED')).toBe(1)
  })

  test('keeps the seats, also in another category of the pool', async () => {
    await setup.hold(aBuyer(url), { tickets: { Conference: 1 } })
    const old = await setup.hold(buyer, { tickets: { Conference: 1 } })
    const seats = await seatsOf(old)
    const id = await changed(old, { tickets: { Supporter: 1 } })
    expect(await seatsOf(id)).toEqual(seats)
    expect((await infoOf(buyer, id)).orderSummary.totalPrice).toBe('200.00')
  })

  test('can be larger by what is free', async () => {
    const old = await setup.hold(buyer, { tickets: { Conference: 2 } })
    const id = await changed(old, { tickets: { Conference: 2, Supporter: 1, Student: 1 } })
    expect(await seatsOf(id)).toHaveLength(4)
    await expectConsistentData(shop.db, setup.shortName, { held: 4, free: 2 })
  })

  test.each([
    ['more than there are', { tickets: { Conference: 3, Student: 1 } }, 'error.STEP_1_NOT_ENOUGH_TICKETS'],
    ['nothing', { tickets: {} }, 'error.STEP_1_SELECT_AT_LEAST_ONE'],
    ['an unknown code', { tickets: { Student: 1 }, code: 'NONE' }, 'error.STEP_1_CODE_NOT_FOUND'],
  ])('changes nothing when it can not be had: %s', async (_, order, code) => {
    await setup.hold(aBuyer(url), { tickets: { Conference: 1 } })
    const old = await readyToPay(buyer, setup.shortName, { Student: 2 })
    const before = await infoOf(buyer, old)
    expect(codesOf(await change(old, order))).toEqual([code])
    expect(await infoOf(buyer, old)).toEqual(before)
    await expectConsistentData(shop.db, setup.shortName, { held: 3, free: 3 })
  })

  test('has what was typed for the other one, as far as it fits', async () => {
    const old = await setup.hold(buyer, { tickets: { Conference: 1, Student: 2 } })
    const form = filledIn(await infoOf(buyer, old))
    expect((await sendDetails(buyer, old, form)).status).toBe(200)
    const info = await infoOf(buyer, await changed(old, { tickets: { Student: 3 } }))
    expect(info).toMatchObject({ firstName: 'Ada', email: 'ada@example.org' })
    expect(ticketsOf(info).map(ticket => ticket.firstName)).toEqual(['Ada 2', 'Ada 3', null])
    expect(info.validatedBookingInformation).toBe(false)
  })

  test('is held no longer than the other one was', async () => {
    const old = await setup.hold(buyer, { tickets: { Conference: 1 } })
    clock.set(after(SOME_DAY, minutes(10)))
    const id = await changed(old, { tickets: { Conference: 2 } })
    expect((await infoOf(buyer, id)).validity).toBe(SOME_DAY + minutes(25))
  })

  test('has the units, the token and the uses of the code of the other one', async () => {
    await setup.extra({ title: 'Parking', price: 1000, stock: 2 })
    await setup.code({ code: 'TWO', off: '10%', maximum: 2 })
    const extras = { Parking: 2 }
    const old = await setup.hold(buyer, { tickets: { Conference: 2 }, extras, code: 'TWO' })
    const second = await changed(old, { tickets: { Supporter: 2 }, extras, code: 'TWO' })
    expect(codesOf(await setup.order(aBuyer(url), { tickets: { Conference: 1 }, code: 'TWO' }))).toHaveLength(1)
    await changed(second, { tickets: { Supporter: 1 }, extras: { Parking: 1 }, code: 'TWO' })
    await setup.hold(aBuyer(url), { tickets: { Conference: 1 }, extras: { Parking: 1 }, code: 'TWO' })

    await runJobs()
    await setup.hide('Student', ['ONE-TOKEN'])
    const hidden = await setup.hold(buyer, { tickets: { Student: 1 }, code: 'ONE-TOKEN' })
    const query = { code: 'ONE-TOKEN', replaces: hidden }
    await buyer.expect(validateCode, 200, { params: { shortName: setup.shortName }, query })
    const order = { tickets: { Student: 1, Supporter: 1 }, code: 'ONE-TOKEN' }
    expect(await seatsOf(await changed(hidden, order))).toHaveLength(2)
    expect(codesOf(await setup.order(aBuyer(url), { tickets: { Student: 1 }, code: 'ONE-TOKEN' }))).toHaveLength(1)
  })

  test('is refused once the other one is over, paid for, replaced, of another event, or no order at all', async () => {
    const paid = await readyToPay(buyer, setup.shortName, { Conference: 1 })
    await pay(buyer, paid)
    const replaced = await setup.hold(buyer, { tickets: { Student: 1 } })
    const over = await changed(replaced, { tickets: { Student: 1 } })
    const other = await setUpEvent(shop, await organiser.open(anEventFile(clock.now(), { slug: `other-${number}` })))
    const elsewhere = await other.hold(buyer, { tickets: { Conference: 1 } })
    clock.set(after(SOME_DAY, minutes(25)))
    const answers = []
    for (const id of [paid, replaced, over, elsewhere, 'nonsense'])
      answers.push(...codesOf(await change(id, { tickets: { Conference: 1 } })))
    const isOver = 'error.STEP_2_ORDER_HAS_EXPIRED'
    expect(answers).toEqual(['foyer.error.order-is-fixed', isOver, isOver, isOver, isOver])
    await expectConsistentData(shop.db, setup.shortName, { sold: 1, held: 1 })
  })
})

describe('a visit', () => {
  test('knows what it holds, the latest first, and no other visit does', async () => {
    await setup.extra({ title: 'Tip', price: null })
    await setup.code({ code: 'TEN', off: '10%' })
    const first = await setup.hold(buyer, { tickets: { Student: 3 } })
    clock.set(after(SOME_DAY, minutes(1)))
    const order = { tickets: { Conference: 1 }, extras: { Tip: { amount: 4.5 } }, code: 'TEN' }
    const second = await setup.hold(buyer, order)
    expect(await held()).toMatchObject([
      {
        id: second,
        tickets: [{ name: 'Conference', quantity: 1 }],
        extras: [{ quantity: 1, amount: '4.50' }],
        code: 'TEN',
        validity: SOME_DAY + minutes(26),
        page: 'book',
      },
      { id: first, tickets: [{ name: 'Student', quantity: 3 }], extras: [], code: null },
    ])
    expect(await aBuyer(url).expect(getOpenReservations, 200, {})).toEqual([])
  })

  test('drops what is replaced, paid for or over', async () => {
    const old = await setup.hold(buyer, { tickets: { Student: 3 } })
    const id = await changed(old, { tickets: { Student: 1 } })
    expect((await held()).map(open => open.id)).toEqual([id])
    await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
    expect(await held()).toMatchObject([{ page: 'overview' }])
    await pay(buyer, id)
    expect(await held()).toEqual([])
    await setup.hold(buyer, { tickets: { Conference: 1 } })
    clock.set(after(SOME_DAY, minutes(25)))
    expect(await held()).toEqual([])
  })

  test('is known to other tabs of the browser by its cookie, which says besides that it holds something', async () => {
    const answer = await setup.order(buyer, { tickets: { Student: 1 } })
    const cookies = answer.headers.getSetCookie()
    expect(cookies.map(cookie => cookie.split('=')[0])).toEqual(['ALFIO_SESSION', 'foyer_holds'])
    expect(cookies[0]).toMatch(/HttpOnly/)
    expect(cookies[1]).toMatch(/^foyer_holds=1; Max-Age=1500; Path=\/; SameSite=Lax$/)
    const tab = aBuyer(url, { cookie: cookies[0]?.split(';')[0] ?? '' })
    expect(await tab.expect(getOpenReservations, 200, {})).toHaveLength(1)
  })

  test('is known for as long as a buyer who asks for more time has it', async () => {
    const id = await setup.hold(buyer, { tickets: { Student: 1 } })
    clock.set(after(SOME_DAY, minutes(20)))
    const answer = await buyer.ask(extendReservation, { params: { reservationId: id } })
    const [open] = await held()
    const seconds = ((open?.validity ?? 0) - clock.now()) / 1000
    expect(seconds).toBeGreaterThan(5 * 60)
    const cookies = answer.headers.getSetCookie().map(cookie => cookie.split('; Path')[0])
    expect(cookies).toContain(`foyer_holds=1; Max-Age=${seconds}`)
    const stranger = await aBuyer(url).ask(extendReservation, { params: { reservationId: id } })
    expect([stranger.status, stranger.headers.getSetCookie()]).toEqual([200, []])
  })

  test('sees what it may choose in the place of what it holds', async () => {
    const id = await setup.hold(buyer, { tickets: { Student: 3, Conference: 1 } })
    const see = async (replaces?: string) => {
      const query = replaces === undefined ? {} : { replaces }
      const { ticketCategories } = await buyer.expect(getTicketCategories, 200, {
        params: { shortName: setup.shortName },
        query,
      })
      return Object.fromEntries(
        ticketCategories.map(it => [it.name, [it.maximumSaleableTickets, it.yours, it.allLeftAreYours]]),
      )
    }
    expect(await see()).toEqual({
      Conference: [2, undefined, undefined],
      Supporter: [2, undefined, undefined],
      Student: [0, undefined, undefined],
    })
    expect(await see(id)).toEqual({ Conference: [3, 1, false], Supporter: [3, 0, false], Student: [3, 3, true] })
  })
})
