import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { EventFile } from '#contract/event-file.ts'
import { type Minor, sum } from '#domain/foundation/money/money.ts'
import { type PricedOrder, priceOrder } from '#domain/order/pricing/price-order.ts'
import type { ReservationId } from '#domain/order/reservation/reservation.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { inconsistencies } from '#tests/support/database/consistency.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { BUSINESS_INVOICE, SELLER_IN_BERLIN } from '#tests/support/organiser/invoice.ts'
import { cancel, filledIn, infoOf, sendDetails } from '#tests/support/buyer/purchase.ts'
import { type EventSetup, type OrderToPlace, setUpEvent } from '#tests/support/organiser/event-setup.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { serviceOf } from '#server/order/order/order-rows.ts'
import { type Order, readOrder } from '#server/order/order/read-order.ts'
import { isLongRun } from '#tests/support/run/repetitions.ts'

vi.setConfig({ testTimeout: 60_000 })

const { url, apiKey, shop } = await testShop({ clock: manualClock() })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const now = shop.clock.now()

/** An event with a bit of everything, at prices that don't divide well. */
async function anEvent(
  slug: string,
  isTaxIncluded: boolean,
  settings: EventFile['settings'] = {},
): Promise<EventSetup> {
  const categories = [
    aCategoryFile(now, { price: 33.35, ticketAccessType: 'IN_PERSON' }),
    aCategoryFile(now, { name: 'Student', price: 9.99, ticketAccessType: 'ONLINE' }),
    aCategoryFile(now, { name: 'Guest', price: 0, ticketAccessType: 'ONLINE' }),
  ]
  const file = anEventFile(now, { slug, seats: 40, categories, settings, format: 'HYBRID' })
  const setup = await setUpEvent(
    shop,
    await organiser.open({ ...file, tickets: { ...file.tickets, taxIncludedInPrice: isTaxIncluded } }),
  )
  await setup.extra({ title: 'Fee', policy: 'MANDATORY_PERCENTAGE_FOR_TICKET', percentage: 3.3 })
  await setup.extra({ title: 'Order fee', policy: 'MANDATORY_PERCENTAGE_RESERVATION', percentage: 1.7 })
  await setup.extra({ title: 'Wristband', policy: 'MANDATORY_ONE_FOR_TICKET', price: 105 })
  await setup.extra({ title: 'Dinner', price: 3335, stock: 30 })
  await setup.extra({ title: 'Gift', type: 'DONATION', policy: null, vat: 'NONE' })
  await setup.rule({ from: 4, off: '7.5%', categories: ['Conference'] })
  await setup.rule({ from: 6, off: { order: 1000 } })
  await setup.code({ code: 'PERCENT', off: '12.5%', categories: ['Student'] })
  await setup.code({ code: 'EACHFIVE', off: 500, maximum: 30 })
  await setup.code({ code: 'VOUCHER', off: { order: 5000 } })
  return setup
}

const anyOrder: fc.Arbitrary<OrderToPlace> = fc
  .record({
    tickets: fc.record({
      Conference: fc.integer({ min: 0, max: 5 }),
      Student: fc.integer({ min: 0, max: 5 }),
      Guest: fc.integer({ min: 0, max: 2 }),
    }),
    extras: fc.record({
      Dinner: fc.integer({ min: 0, max: 4 }),
      Gift: fc.record({
        amount: fc.integer({ min: 0, max: 9999 }).map(coins => coins / 100),
        quantity: fc.integer({ min: 0, max: 2 }),
      }),
    }),
    code: fc.constantFrom(null, null, 'PERCENT', 'EACHFIVE', 'VOUCHER'),
  })
  .filter(({ tickets }) => Object.values(tickets).some(quantity => quantity > 0))
  .map(({ code, ...placed }) => (code === null ? placed : { ...placed, code }))

/** What the rules say of the order as it is stored. */
function pricedAgain({ tickets, items, discount, reservation, offer }: Order): PricedOrder<unknown, unknown> {
  return priceOrder({
    tickets: tickets.map(({ categoryId, price, vatStatus }) => ({
      categoryId,
      source: price.source,
      status: vatStatus,
      isCovered: false,
    })),
    services: items.map(({ serviceId, price }) => {
      const { type, vat } = serviceOf(offer, serviceId)
      return { type, vat, source: price.source, quantity: 1 }
    }),
    code: discount,
    tax: reservation.tax,
  })
}

async function readHeld(id: ReservationId): Promise<Order> {
  const order = await readOrder(shop, id)
  if (!order) throw new Error('a reservation that is held is there')
  return order
}

async function expectRightPrices(id: ReservationId): Promise<Order> {
  const order = await readHeld(id)
  const priced = pricedAgain(order)
  expect(order.reservation.price).toEqual(priced.price)
  expect(order.tickets.map(({ price }) => price)).toEqual(priced.tickets.map(({ price }) => price))
  expect(order.items.map(({ price }) => price)).toEqual(priced.services.map(({ price }) => price))
  expect(await inconsistencies(shop.db)).toEqual([])
  return order
}

test.each([
  ['included', true],
  ['added', false],
])('what is stored is what the rules say, for each part and for the whole: VAT %s', async (slug, isTaxIncluded) => {
  const setup = await anEvent(slug, isTaxIncluded)
  const check = async (placed: OrderToPlace): Promise<void> => {
    const id = (await setup.hold(buyer, placed)) as ReservationId
    await expectRightPrices(id)
    await cancel(buyer, id)
  }
  await fc.assert(fc.asyncProperty(anyOrder, check), { numRuns: isLongRun() ? 60 : 25 })
  expect(await inconsistencies(shop.db)).toEqual([])
})

function untaxed({ items, offer }: Order): Minor {
  return sum(items.filter(item => serviceOf(offer, item.serviceId).vat === 'NONE').map(({ price }) => price.final))
}

test.each([
  ['in-all-included', true, {}],
  ['in-all-added', false, {}],
  ['in-some-included', true, { ENABLE_REVERSE_CHARGE_IN_PERSON: false }],
  ['in-some-added', false, { ENABLE_REVERSE_CHARGE_IN_PERSON: false }],
])(
  'an order that becomes exempt is priced so, and as before when it no longer is: %s',
  async (slug, isIncluded, own) => {
    const settings = { ...SELLER_IN_BERLIN, ENABLE_VIES_VALIDATION: false, ...own }
    const setup = await anEvent(slug, isIncluded, settings)
    const check = async (placed: OrderToPlace): Promise<void> => {
      const id = (await setup.hold(buyer, placed)) as ReservationId
      const before = await readHeld(id)
      const form = filledIn(await infoOf(buyer, id))
      expect(await sendDetails(buyer, id, { ...form, ...BUSINESS_INVOICE })).toMatchObject({ status: 200 })
      const exempt = await expectRightPrices(id)
      // An amount off the order loses the VAT in it, also where it comes off what is not taxed at all.
      const total = before.reservation.price.total
      expect(exempt.reservation.price.total).toBeLessThanOrEqual(total < untaxed(before) ? untaxed(before) : total)
      expect((await sendDetails(buyer, id, form)).status).toBe(200)
      const after = await readHeld(id)
      expect([
        after.reservation.price,
        after.reservation.tax,
        after.tickets.map(({ price }) => price),
        after.items,
      ]).toEqual([
        before.reservation.price,
        before.reservation.tax,
        before.tickets.map(({ price }) => price),
        before.items,
      ])
      await cancel(buyer, id)
    }
    await fc.assert(fc.asyncProperty(anyOrder, check), { numRuns: isLongRun() ? 15 : 6 })
  },
)
