import { expect, test } from 'vitest'
import { type EventFigures, readEventFigures } from '#contract/desk-figures.ts'
import type { ScopedRole } from '#domain/access/principal/principal.ts'
import { after, days } from '#domain/foundation/instant.ts'
import { aCategoryFile, anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buy, hold } from '#tests/support/buyer/purchase.ts'
import { statementsOf } from '#tests/support/database/count-statements.ts'
import { enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const organiser = await anOrganiser(url, apiKey)
const other = await anOrganiser(url, apiKey, 'Other Club')
const buyer = aBuyer(url)

let members = 0
async function aMember(given: ScopedRole) {
  return enterDesk(served, { email: `figures-${(members += 1)}@example.org`, given })
}
const scope = { kind: 'organization', organizationId: organiser.organizationId } as const
const finance = () => aMember({ role: 'FINANCE', scope })
const editor = () => aMember({ role: 'EDITOR', scope })

const file = (slug: string) => {
  const { tickets, ...rest } = anEventFile(clock.now(), { slug, seats: 100 })
  const categories = [
    aCategoryFile(clock.now(), { ordinal: 1, name: 'Seat', price: 40, maxTickets: 20 }),
    aCategoryFile(clock.now(), { ordinal: 2, name: 'Student', price: 15 }),
  ]
  return {
    ...rest,
    settings: { ON_SITE_ENABLED: 'true' },
    tickets: { ...tickets, currency: 'CHF', paymentMethods: ['ON_SITE' as const], categories },
  }
}
const shortName = await organiser.open(file('first'))
const earlier = await organiser.open(file('earlier'))
const foreign = await other.open(file('foreign'))
const idOf = async (slug: string): Promise<number> =>
  (await shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', slug).executeTakeFirstOrThrow()).id

type Desk = Awaited<ReturnType<typeof aMember>>
const askFor = (desk: Desk, eventId: number, compareWith?: number) =>
  desk.ask(readEventFigures, {
    params: { eventId: String(eventId) },
    ...(compareWith === undefined ? {} : { query: { compareWith: String(compareWith) } }),
  })

async function figuresOf(desk: Desk, slug: string, compareWith?: number): Promise<EventFigures> {
  const { status, body } = await askFor(desk, await idOf(slug), compareWith)
  expect(status).toBe(200)
  return body as EventFigures
}

test('an event of which nothing is sold has no days, and each of its categories', async () => {
  const figures = await figuresOf(await finance(), shortName)
  expect(figures).toMatchObject({
    sold: 0,
    orders: 0,
    money: '0.00',
    refunded: '0.00',
    days: [],
    codes: [],
    entries: [],
  })
  expect(figures.categories.map(({ name, tickets, money }) => [name, tickets, money])).toEqual([
    ['Seat', 0, '0.00'],
    ['Student', 0, '0.00'],
  ])
})

test('the sums by day, category and way of payment are those of the tickets', async () => {
  await buy(buyer, earlier, { Seat: 1 }, { by: 'ON_SITE' })
  await buy(buyer, shortName, { Seat: 2, Student: 1 }, { by: 'ON_SITE' })
  clock.set(after(clock.now(), days(1)))
  await buy(buyer, shortName, { Seat: 1 }, { by: 'ON_SITE' })
  await hold(buyer, shortName, { Student: 2 })

  const figures = await figuresOf(await finance(), shortName, await idOf(earlier))
  expect(figures).toMatchObject({ sold: 4, held: 2, orders: 2, money: '135.00', currency: 'CHF' })
  expect(figures.days.map(({ tickets, money }) => [tickets, money])).toEqual([
    [3, '95.00'],
    [1, '40.00'],
  ])
  expect(figures.categories).toMatchObject([
    { name: 'Seat', tickets: 3, money: '120.00', held: 0 },
    { name: 'Student', tickets: 1, money: '15.00', held: 2 },
  ])
  expect(figures.methods).toEqual([{ method: 'ON_SITE', orders: 2, tickets: 4, money: '135.00' }])
  expect(figures.compared).toMatchObject({ title: expect.any(String), sold: 1, money: '40.00' })
  expect(figures.comparable.map(({ eventId }) => eventId)).toEqual([await idOf(earlier)])
})

test('an editor sees tickets, and no money', async () => {
  const figures = await figuresOf(await editor(), shortName)
  expect(figures.sold).toBe(4)
  expect(JSON.stringify(figures)).not.toMatch(/\d\.\d\d"/)
  expect(figures.days.map(({ money }) => money)).toEqual([null, null])
})

test('an event of another organisation is not there, neither by itself nor to compare with', async () => {
  const ids = { own: await idOf(shortName), foreign: await idOf(foreign) }
  expect((await askFor(await finance(), ids.foreign)).status).toBe(404)
  expect((await askFor(await finance(), ids.own, ids.foreign)).status).toBe(404)
  const owner = await aMember({ role: 'OWNER', scope: { kind: 'shop' } })
  expect((await askFor(owner, ids.own, ids.foreign)).status).toBe(404)
})

test('the statements do not depend on what was sold', async () => {
  const reader = await finance()
  const few = await statementsOf(() => figuresOf(reader, earlier))
  const many = await statementsOf(() => figuresOf(reader, shortName))
  expect(many.length).toBe(few.length)
})
