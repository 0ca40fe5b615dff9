import { beforeEach, expect, test } from 'vitest'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { expectConsistentData } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { PAY_BY, filledIn, infoOf, pay, sendDetails, ticketsOf } from '#tests/support/buyer/purchase.ts'
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

async function rowsOf(id: string) {
  const { orderSummary } = await infoOf(buyer, id)
  return orderSummary.summary.map(({ type, name, amount, price, subTotal }) => [type, name, amount, price, subTotal])
}

async function readyToPay(placed: OrderToPlace): Promise<string> {
  const id = await setup.hold(buyer, placed)
  const answer = await sendDetails(buyer, id, filledIn(await infoOf(buyer, id)))
  expect(answer.status).toBe(200)
  return id
}

test('a code that is for some categories names those in the order', async () => {
  await setup.code({ code: 'SUMMER-27', off: '10%', categories: ['Conference', 'Members'] })
  const id = await setup.hold(buyer, { tickets: { Conference: 2, Student: 1 }, code: ' SUMMER-27 ' })
  expect(await rowsOf(id)).toEqual([
    ['TICKET', 'Conference', 2, '100.00', '200.00'],
    ['TICKET', 'Student', 1, '40.00', '40.00'],
    ['PROMOTION_CODE', 'SUMMER-27 (Conference)', 1, '-10%', '-20.00'],
  ])
  expect((await infoOf(buyer, id)).orderSummary).toMatchObject({ totalPrice: '220.00', priceInCents: 22_000 })
  await expectConsistentData(shop.db, setup.shortName)
})

test('an amount off each ticket, and an amount off the order', async () => {
  await setup.code({ code: 'EACH-FIVE', off: 500 })
  await setup.code({ code: 'VOUCHER-90', off: { order: 9000 } })
  const each = await setup.hold(buyer, { tickets: { Conference: 1, Student: 1 }, code: 'EACH-FIVE' })
  expect((await rowsOf(each)).at(-1)).toEqual(['PROMOTION_CODE', 'EACH-FIVE', 2, '-5.00', '-10.00'])
  const order = await setup.hold(buyer, { tickets: { Student: 2 }, code: 'VOUCHER-90' })
  expect((await rowsOf(order)).at(-1)).toEqual(['PROMOTION_CODE', 'VOUCHER-90', 1, '-80.00', '-80.00'])
  expect((await infoOf(buyer, order)).orderSummary).toMatchObject({ totalPrice: '0', free: true })
  await expectConsistentData(shop.db, setup.shortName)
})

test('a dynamic discount is shown in the language of the order', async () => {
  await setup.rule({ from: 2, off: '20%' })
  const one = await setup.hold(buyer, { tickets: { Conference: 1 } })
  expect(await rowsOf(one)).toHaveLength(1)
  const two = await setup.hold(buyer, { tickets: { Conference: 2 } })
  expect((await rowsOf(two)).at(-1)).toEqual(['DYNAMIC_DISCOUNT', 'Discount', 1, '-20%', '-40.00'])
  await expectConsistentData(shop.db, setup.shortName)
})

test('a discount that has been retired stays with the orders it was made for', async () => {
  const rule = await setup.rule({ from: 1, off: 1000 })
  const id = await setup.hold(buyer, { tickets: { Conference: 1 } })
  const retired_at = new Date(clock.now())
  await shop.db.kysely.updateTable('discount_rule').set({ retired_at }).where('id', '=', rule).execute()
  expect((await rowsOf(id)).at(-1)).toEqual(['DYNAMIC_DISCOUNT', 'Discount', 1, '-10.00', '-10.00'])
})

test('a code that was typed keeps the dynamic discount out; an access code has no row and does not', async () => {
  await setup.rule({ from: 1, off: '20%' })
  await setup.code({ code: 'SUMMER-27', off: '10%' })
  await setup.hide('Members', ['MEMBER', 'MEMBES'])
  await setup.code({ code: 'BACKSTAGE', opens: 'Members' })
  const typed = await setup.hold(buyer, { tickets: { Conference: 1 }, code: 'SUMMER-27' })
  expect((await rowsOf(typed)).map(([type]) => type)).toEqual(['TICKET', 'PROMOTION_CODE'])
  for (const code of ['BACKSTAGE', 'MEMBES']) {
    const opened = await setup.hold(buyer, { tickets: { Members: 1 }, code })
    expect((await rowsOf(opened)).map(([type]) => type)).toEqual(['TICKET', 'DYNAMIC_DISCOUNT'])
  }
  await expectConsistentData(shop.db, setup.shortName)
})

test('extras and fees, at undiscounted prices', async () => {
  await setup.extra({ title: 'Fee', policy: 'MANDATORY_PERCENTAGE_FOR_TICKET', percentage: 10 })
  await setup.extra({ title: 'Dinner', price: 3000 })
  await setup.extra({ title: 'Gift', type: 'DONATION', policy: null, vat: 'NONE' })
  await setup.code({ code: 'SUMMER-27', off: '10%' })
  const extras = { Dinner: 2, Gift: { amount: 12.5 } }
  const id = await setup.hold(buyer, { tickets: { Conference: 1 }, extras, code: 'SUMMER-27' })
  expect(await rowsOf(id)).toEqual([
    ['TICKET', 'Conference', 1, '100.00', '100.00'],
    ['ADDITIONAL_SERVICE', 'Fee', 1, '9.00', '9.00'],
    ['ADDITIONAL_SERVICE', 'Dinner', 2, '30.00', '60.00'],
    ['ADDITIONAL_SERVICE', 'Gift', 1, '12.50', '12.50'],
    ['PROMOTION_CODE', 'SUMMER-27', 1, '-10%', '-16.90'],
  ])
  // 8.1 % are in 152.10, and none in the gift.
  expect((await infoOf(buyer, id)).orderSummary).toMatchObject({
    totalPrice: '164.60',
    totalVAT: '11.40',
    descriptionForPayment: '1 x Conference, 1 x Fee, 2 x Dinner, 1 x Gift',
  })
  await expectConsistentData(shop.db, setup.shortName)
})

test('each item has its ticket: they go round, and a gift is the first one’s', async () => {
  const dinner = await setup.extra({ title: 'Dinner', price: 3000, stock: 9 })
  const gift = await setup.extra({ title: 'Gift', type: 'DONATION', policy: null })
  const extras = { Dinner: 3, Gift: { amount: 1, quantity: 2 } }
  const info = await infoOf(buyer, await setup.hold(buyer, { tickets: { Conference: 2 }, extras }))
  const [first, second] = ticketsOf(info).map(({ uuid }) => uuid)
  expect(info.additionalServiceWithData.map(item => [item.serviceId, item.type, item.title, item.ticketUUID])).toEqual([
    [dinner, 'SUPPLEMENT', { en: 'Dinner' }, first],
    [dinner, 'SUPPLEMENT', { en: 'Dinner' }, second],
    [dinner, 'SUPPLEMENT', { en: 'Dinner' }, first],
    [gift, 'DONATION', { en: 'Gift' }, first],
    [gift, 'DONATION', { en: 'Gift' }, first],
  ])
})

test('the mails of a confirmed order say the same', async () => {
  await setup.extra({ title: 'Dinner', price: 3000 })
  await setup.code({ code: 'SUMMER-27', off: '10%' })
  const id = await readyToPay({ tickets: { Conference: 1 }, extras: { Dinner: 1 }, code: 'SUMMER-27' })
  expect((await pay(buyer, id, PAY_BY.ON_SITE)).status).toBe(200)
  const mails = await shop.db.kysely
    .selectFrom('mail')
    .select('text_body')
    .where('reservation_id', '=', id)
    .where('text_body', 'like', '%SUMMER-27%')
    .execute()
  expect(mails).toHaveLength(2)
  for (const { text_body } of mails) {
    for (const words of ['Dinner', 'CHF 30.00', 'CHF −13.00', 'CHF 117.00']) expect(text_body).toContain(words)
  }
})
