import { expect, test } from 'vitest'
import { type OrderPlan, doOrderAction, planOrderAction } from '#contract/desk-order-action.ts'
import { reserveTickets } from '#contract/reserve.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { buy, categoryIds, selection } from '../support/buyer/purchase.ts'
import { expectConsistentData } from '../support/database/consistency.ts'
import { aDeskMember } from '../support/organiser/order-desk.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { repetitions } from '../support/run/repetitions.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const organiser = await anOrganiser(url, apiKey)
const now = clock.now()
const desks = [
  await aDeskMember(served, organiser.organizationId, 'FINANCE'),
  await aDeskMember(served, organiser.organizationId, 'OWNER'),
]
const buyers = Array.from({ length: 20 }, () => aBuyer(url))
await Promise.all(buyers.map(buyer => buyer.arrive()))

const TIMES = repetitions()

/** An event with one seat in its VIP category, and two orders of a ticket in another one. */
async function aLastSeat(slug: string): Promise<{ readonly event: string; readonly orders: readonly string[] }> {
  const categories = [aCategoryFile(now), aCategoryFile(now, { name: 'VIP', maxTickets: 1, price: 200 })]
  const event = await organiser.open(anEventFile(now, { slug, seats: 10, categories }))
  const [one = aBuyer(url), two = aBuyer(url)] = buyers
  return {
    event,
    orders: [await buy(one, event, { Conference: 1 }), await buy(two, event, { Conference: 1 })],
  }
}

async function changeInto(name: string, orderId: string, desk = desks[0]) {
  if (!desk) throw new Error('no desk')
  const { seats, categories } = await desk.order(orderId)
  const categoryId = categories.find(one => one.name === name)?.id
  const body = { action: 'change-category', ticketId: seats[0]?.id, categoryId, difference: 'WAIVE' }
  const plan = await desk.ask(planOrderAction, { params: { orderId }, body })
  const { seen } = plan.body as OrderPlan
  return () => desk.ask(doOrderAction, { params: { orderId }, body: { ...body, seen, requestId: crypto.randomUUID() } })
}

test.each(TIMES)('of two members who move tickets into the last seat of a category one does (%i)', async time => {
  const { event, orders } = await aLastSeat(`moved-twice-${time}`)
  const acts = await Promise.all(orders.map((order, index) => changeInto('VIP', order, desks[index])))
  const answers = await Promise.all(acts.map(act => act()))
  expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 422])
  await expectConsistentData(shop.db, event, { sold: 2 })
})

test.each(TIMES)('buyers and a member who want the last seat of a category never both have it (%i)', async time => {
  const { event, orders } = await aLastSeat(`moved-and-bought-${time}`)
  const ids = await categoryIds(aBuyer(url), event)
  const act = await changeInto('VIP', orders[0] ?? '')
  const [moved, ...bought] = await Promise.all([
    act(),
    ...buyers.map(buyer =>
      buyer.ask(reserveTickets, {
        params: { shortName: event },
        query: { lang: 'en' },
        body: selection(ids, { VIP: 1 }),
      }),
    ),
  ])
  const winners = bought.filter(({ status }) => status === 200).length + (moved.status === 200 ? 1 : 0)
  expect(winners).toBe(1)
  await expectConsistentData(shop.db, event, { sold: 2 })
})

test.each(TIMES)('a ticket that two members move at once is moved once (%i)', async time => {
  const { event, orders } = await aLastSeat(`moved-at-once-${time}`)
  const [order = ''] = orders
  const acts = await Promise.all(desks.map(desk => changeInto('VIP', order, desk)))
  const answers = await Promise.all(acts.map(act => act()))
  expect(answers.map(({ body }) => JSON.stringify(body)).toSorted()).toEqual([
    '{"isRepeated":false}',
    '{"isRepeated":true}',
  ])
  await expectConsistentData(shop.db, event, { sold: 2 })
})
