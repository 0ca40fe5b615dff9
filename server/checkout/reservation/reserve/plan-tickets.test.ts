import { beforeEach, expect, test } from 'vitest'
import { type ReservationForm, reserveTickets } from '#contract/reserve.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { expectConsistentData } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { codesOf } from '#tests/support/buyer/purchase.ts'
import { type EventSetup, type OrderToPlace, setUpEvent } from '#tests/support/organiser/event-setup.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)

let number = 0
let setup: EventSetup

beforeEach(async () => {
  clock.set(SOME_DAY)
  number += 1
  const categories = [
    aCategoryFile(clock.now(), { price: 100 }),
    aCategoryFile(clock.now(), { name: 'Student', price: 40 }),
    aCategoryFile(clock.now(), { name: 'Members', price: 80, maxTickets: 10 }),
  ]
  setup = await setUpEvent(
    shop,
    await organiser.open(anEventFile(clock.now(), { slug: `event-${number}`, seats: 40, categories })),
  )
})

const eventId = async (): Promise<number> => (await shop.catalog.offeredEvent(setup.shortName))?.context.id ?? 0

async function tokens(): Promise<(string | null)[][]> {
  const rows = await shop.db.kysely
    .selectFrom('token')
    .innerJoin('ticket_category as category', 'category.id', 'category_id')
    .select(['token.code', 'status', 'recipient_email'])
    .where('event_id', '=', await eventId())
    .orderBy('token.id')
    .execute()
  return rows.map(row => [row.code, row.status, row.recipient_email])
}

async function items(title: string): Promise<string[]> {
  const rows = await shop.db.kysely
    .selectFrom('additional_service_item as item')
    .innerJoin('additional_service as service', 'service.id', 'service_id')
    .select(['status', 'title'])
    .where('event_id', '=', await eventId())
    .orderBy('item.id')
    .execute()
  return rows.filter(row => (row.title as { en: string }).en === title).map(({ status }) => status)
}

async function prices(reservationId: string): Promise<bigint[]> {
  const query = shop.db.kysely.selectFrom('additional_service_item').select('final_price')
  const rows = await query.where('reservation_id', '=', reservationId).execute()
  return rows.map(row => row.final_price)
}

const MUST_BE_SALEABLE = 'error.STEP_1_TICKET_CATEGORY_MUST_BE_SALEABLE'

const send = (changes: (form: ReservationForm) => ReservationForm, order: OrderToPlace) =>
  buyer.ask(reserveTickets, {
    params: { shortName: setup.shortName },
    query: { lang: 'en' },
    body: changes(setup.form(order)),
  })

const withExtra = (extra: object) => (form: ReservationForm) => ({
  ...form,
  additionalService: (form.additionalService ?? []).map(({ additionalServiceId }) => ({
    additionalServiceId: additionalServiceId ?? null,
    ...extra,
  })),
})

test.each<[string, object, number | null]>([
  ['left out, it is one', { amount: 5 }, 1],
  ['null, it is none', { amount: 5, quantity: null }, 0],
  ['below nothing, it is none', { amount: 5, quantity: -1 }, 0],
  ['an amount of nothing is no gift', { amount: 0, quantity: 3 }, 0],
  ['the smallest coin', { amount: 0.01 }, 1],
  ['an amount that no fraction of a computer holds exactly', { amount: 1.1, quantity: 2 }, 2],
  ['half a coin rounds up to one', { amount: 0.005 }, 1],
  ['less than half a coin is no gift', { amount: 0.001, quantity: 3 }, 0],
  ['below nothing', { amount: -1 }, null],
  ['below nothing by less than a coin', { amount: -0.001 }, null],
  ['no amount', { quantity: 1 }, null],
  ['beyond all reason', { amount: 1e300 }, null],
])('quantity and amount of an extra: %s', async (_, extra, booked) => {
  await setup.extra({ title: 'Gift', type: 'DONATION', policy: null })
  const answer = await send(withExtra(extra), { tickets: { Conference: 1 }, extras: { Gift: 1 } })
  expect(codesOf(answer)).toEqual(booked === null ? [MUST_BE_SALEABLE] : [])
  expect(await items('Gift')).toEqual(Array.from({ length: booked ?? 0 }, () => 'PENDING'))
})

test('an amount that a visitor names is rounded half up to the smallest coin', async () => {
  await setup.extra({ title: 'Gift', type: 'DONATION', policy: null })
  const id = await setup.hold(buyer, { tickets: { Conference: 1 }, extras: { Gift: { amount: 10.555 } } })
  expect(await prices(id)).toEqual([1056n])
})

test('an extra without a limit still has one', async () => {
  await setup.extra({ title: 'Coffee', price: 400 })
  const order = (quantity: number): OrderToPlace => ({ tickets: { Conference: 1 }, extras: { Coffee: quantity } })
  expect(codesOf(await setup.order(buyer, order(2_000_000_000)))).toEqual([MUST_BE_SALEABLE])
  await setup.hold(buyer, order(999))
  expect(await items('Coffee')).toHaveLength(999)
  await expectConsistentData(shop.db, setup.shortName)
})

test('an extra of another event is unknown', async () => {
  const other = await setUpEvent(shop, await organiser.open(anEventFile(clock.now(), { slug: `other-${number}` })))
  const id = await other.extra({ title: 'Foreign', price: 100 })
  const answer = await send(form => ({ ...form, additionalService: [{ additionalServiceId: id }] }), {
    tickets: { Conference: 1 },
  })
  expect(codesOf(answer)).toEqual([MUST_BE_SALEABLE])
})

test('a hidden category needs its own code, and a token is for one ticket', async () => {
  await setup.hide('Members', ['ONCE-1', 'ONCE-2'])
  const tickets = { Members: 1 }
  expect(codesOf(await setup.order(buyer, { tickets }))).toEqual(['error.STEP_1_ACCESS_RESTRICTED'])
  expect(codesOf(await setup.order(buyer, { tickets, code: 'NOBODYS' }))).toEqual(['error.STEP_1_CODE_NOT_FOUND'])
  expect(codesOf(await setup.order(buyer, { tickets: { Members: 2 }, code: 'ONCE-1' }))).toEqual([
    'error.STEP_1_NOT_ENOUGH_TICKETS',
  ])
  await setup.hold(buyer, { tickets, code: 'ONCE-1' })
  expect(codesOf(await setup.order(buyer, { tickets, code: 'ONCE-1' }))).toEqual(['error.STEP_1_CODE_NOT_FOUND'])
  expect(await tokens()).toEqual([
    ['ONCE-1', 'PENDING', null],
    ['ONCE-2', 'FREE', null],
  ])
  await expectConsistentData(shop.db, setup.shortName, { held: 1 })
})

test('an access code takes free tokens without a recipient', async () => {
  await setup.hide('Members', ['FIRST1', 'SECOND', 'THIRD3'])
  await setup.code({ code: 'BACKSTAGE', opens: 'Members', maximum: 2 })
  await shop.db.kysely
    .updateTable('token')
    .set({ recipient_email: 'a@b.example' })
    .where('code', '=', 'FIRST1')
    .execute()
  const order = (quantity: number): OrderToPlace => ({ tickets: { Members: quantity }, code: 'BACKSTAGE' })
  expect(codesOf(await setup.order(buyer, order(3)))).toEqual(['error.STEP_1_OVER_MAXIMUM'])
  await setup.hold(buyer, order(1))
  expect(await tokens()).toEqual([
    ['FIRST1', 'FREE', 'a@b.example'],
    ['SECOND', 'PENDING', null],
    ['THIRD3', 'FREE', null],
  ])
  expect(codesOf(await setup.order(buyer, order(2)))).toEqual(['error.STEP2_DISCOUNT_CODE_USAGE_EXCEEDED'])
  await shop.db.kysely.updateTable('promo_code').set({ max_usage: null }).where('code', '=', 'BACKSTAGE').execute()
  expect(codesOf(await setup.order(buyer, order(2)))).toEqual(['error.STEP_1_NOT_ENOUGH_TICKETS'])
  await expectConsistentData(shop.db, setup.shortName, { held: 1 })
})
