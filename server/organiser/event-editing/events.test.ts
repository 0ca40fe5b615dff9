import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { loadSettings } from '#server/foundation/setting/settings.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { createEvent, deleteEvent } from './save-event.ts'
import { eventStats, listEvents } from '#server/organiser/event-statistics/event-stats.ts'
import { loadDraft } from './event-store.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import { savedEvents } from '#tests/support/organiser/saved-events.ts'
import { aCategory, aShop, anEventRequest, now } from '#tests/support/organiser/editing-shop.ts'

const { db } = await testDatabase()
const shop = aShop(db)
const { organizationOfTest, create, change } = savedEvents(shop)

/** Seats by category name, "pool" for those of no category, and status. */
async function seatsOf({ id }: EventOwner): Promise<Record<string, number>> {
  const rows = await db.kysely
    .selectFrom('ticket')
    .leftJoin('ticket_category as category', 'category.id', 'ticket.category_id')
    .select(({ fn }) => ['category.name', 'ticket.status', fn.countAll<bigint>().as('seats')])
    .where('ticket.event_id', '=', id)
    .groupBy(['category.name', 'ticket.status'])
    .execute()
  return Object.fromEntries(rows.map(({ name, status, seats }) => [`${name ?? 'pool'} ${status}`, Number(seats)]))
}

async function categoryIdOf({ id }: EventOwner, name: string): Promise<number> {
  const category = (await loadDraft(db, id)).categories.find(found => found.name === name)
  return category?.id ?? 0
}

/** Takes seats as a reservation does. */
async function reserve(event: EventOwner, name: string, seats: number): Promise<void> {
  const { id } = await db.kysely
    .insertInto('reservation')
    .values({
      id: randomUUID(),
      purchase_context_id: event.id,
      status: 'PENDING',
      validity: new Date(now + 60_000),
      language: 'en',
      vat_status: 'NONE',
      vat_percentage: '0',
      source_price: 0n,
      final_price: 0n,
      vat: 0n,
      created_at: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const categoryId = await categoryIdOf(event, name)
  await db.pool.query(
    `update ticket set status = 'PENDING', reservation_id = $1, category_id = $2 where id in (
       select id from ticket where event_id = $3 and status = 'FREE'
       and category_id is not distinct from (select case when bounded then id end from ticket_category where id = $2)
       order by id limit $4)`,
    [id, categoryId, event.id, seats],
  )
}

const versionOf = async ({ id }: EventOwner) =>
  (await db.kysely.selectFrom('purchase_context').select('version').where('id', '=', id).executeTakeFirstOrThrow())
    .version

describe('creating an event', () => {
  test('stores what was asked for, and one seat a row', async () => {
    const event = await create(anEventRequest({ slug: 'alpine', settings: { DISPLAY_TICKETS_LEFT_INDICATOR: true } }))
    expect(await seatsOf(event)).toEqual({ 'Student FREE': 8, 'pool FREE': 12 })
    expect(await loadDraft(db, event.id)).toMatchObject({
      slug: 'alpine',
      title: 'Alpine Systems Days',
      status: 'DRAFT',
      languages: ['en', 'it'],
      seats: 20,
      currency: 'CHF',
      tax: { status: 'INCLUDED', percentage: 81_000n },
      paymentProxies: ['OFFLINE', 'ON_SITE'],
      startsAt: Date.UTC(2027, 4, 15, 7),
      coordinates: { latitude: '46.005', longitude: '8.951' },
      categories: [
        { name: 'Conference', price: 12_000n, seatSource: { kind: 'pool' } },
        { name: 'Student', price: 3000n, seatSource: { kind: 'bounded', seats: 8 } },
      ],
    })
    expect((await loadSettings(db, { contextId: event.id })).flag('DISPLAY_TICKETS_LEFT_INDICATOR')).toBe(true)
  })

  test('stores a setting of one category for that category alone', async () => {
    const setting = { settings: { MAX_AMOUNT_OF_TICKETS_BY_RESERVATION: 2 } }
    const request = anEventRequest()
    const categories = [{ ...aCategory('Student', 30, 8), ...setting }, aCategory('Conference', 120, 0)]
    const event = await create({ ...request, tickets: { ...request.tickets, categories } })
    const settings = await loadSettings(db, { contextId: event.id })
    const most = async (name: string) =>
      settings.number('MAX_AMOUNT_OF_TICKETS_BY_RESERVATION', await categoryIdOf(event, name))
    expect(await most('Student')).toBe(2)
    expect(await most('Conference')).toBe(5)
  })

  test('numbers a short name that was made out of the title, and refuses a given one that is taken', async () => {
    const title = `Jazz ${randomUUID()}`
    const first = await create(anEventRequest({ title }))
    const second = await create(anEventRequest({ title }))
    expect(second.shortName).toBe(`${first.shortName}-2`)
    const refused = await createEvent(shop, {
      organizationId: organizationOfTest(),
      request: anEventRequest({ slug: first.shortName }),
      image: null,
    })
    expect(refused).toMatchObject({ ok: false, problems: [{ code: 'slug-taken' }] })
  })

  test('refuses settings that are unknown or not for organisers, and stores nothing', async () => {
    const settings = { NO_SUCH_KEY: 'x', MAIL_ATTEMPTS_COUNT: 3 }
    const refused = await createEvent(shop, {
      organizationId: organizationOfTest(),
      request: anEventRequest({ settings }),
      image: null,
    })
    expect(refused).toMatchObject({ ok: false, problems: [{ code: 'setting-refused' }, { code: 'setting-refused' }] })
    expect(await listEvents(shop, organizationOfTest())).toEqual([])
  })

  test('downloads its image, and refuses what is none', async () => {
    const image = readFileSync(new URL('../../../samples/images/type-evening.webp', import.meta.url))
    const server = createServer((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/image.png' }).end()
      else if (request.url === '/page') response.end('<html>')
      else if (request.url === '/endless') response.end(Buffer.alloc(300_000))
      else if (request.url === '/image.png') response.end(image)
      else response.writeHead(404).end()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const attempt = (path: string) =>
      createEvent(shop, {
        organizationId: organizationOfTest(),
        request: anEventRequest(),
        image: { from: 'address', address: address + path },
      })
    try {
      const created = await attempt('/moved')
      const { id } = created.ok ? created.value : { id: 0 }
      const { file_digest } = await db.kysely
        .selectFrom('purchase_context')
        .select('file_digest')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const file = await db.kysely
        .selectFrom('file')
        .select(['content_type', 'width', 'height'])
        .where('digest', '=', file_digest)
        .executeTakeFirst()
      expect(file).toEqual({ content_type: 'image/webp', width: 1200, height: 750 })
      for (const path of ['/page', '/endless', '/missing']) {
        expect(await attempt(path)).toMatchObject({
          ok: false,
          problems: [{ code: 'image-unusable', field: 'imageUrl' }],
        })
      }
      const inProduction = { ...shop, config: { ...shop.config, mode: 'production' as const } }
      const refused = await createEvent(inProduction, {
        organizationId: organizationOfTest(),
        request: anEventRequest(),
        image: { from: 'address', address: `${address}/image.png` },
      })
      expect(refused).toMatchObject({ ok: false, problems: [{ code: 'image-unusable' }] })
    } finally {
      server.close()
    }
  })
})

describe('changing an event', () => {
  test('that says nothing changes nothing but the version', async () => {
    const event = await create(
      anEventRequest({
        onlineCallLinks: [{ link: 'https://call.example', validFrom: '2027-05-15T08:00', validTo: '2027-05-15T18:00' }],
      }),
    )
    const before = await loadDraft(db, event.id)
    expect(await change(event, {})).toEqual([])
    expect(await loadDraft(db, event.id)).toEqual(before)
    expect(await versionOf(event)).toBe(2)
    expect(await seatsOf(event)).toEqual({ 'Student FREE': 8, 'pool FREE': 12 })
  })

  test('moves seats between the pool and the categories', async () => {
    const event = await create(anEventRequest())
    const tickets = { categories: [{ name: 'Student', maxTickets: 3 }, aCategory('Workshop', 65, 10)] }
    expect(await change(event, { tickets })).toEqual([])
    expect(await seatsOf(event)).toEqual({ 'Student FREE': 3, 'Workshop FREE': 10, 'pool FREE': 7 })
    expect(await change(event, { tickets: { max: 25, categories: [{ name: 'Student', maxTickets: 0 }] } })).toEqual([])
    expect(await seatsOf(event)).toEqual({ 'Workshop FREE': 10, 'pool FREE': 15 })
    expect(await change(event, { tickets: { max: 12 } })).toEqual([])
    expect(await seatsOf(event)).toEqual({ 'Workshop FREE': 10, 'pool FREE': 2, 'pool INVALIDATED': 13 })
  })

  test('never takes away what is reserved', async () => {
    const event = await create(anEventRequest())
    await reserve(event, 'Student', 5)
    await reserve(event, 'Conference', 4)
    expect(await change(event, { tickets: { categories: [{ name: 'Student', maxTickets: 4 }] } })).toEqual([
      'category-seats-sold',
    ])
    expect(await change(event, { tickets: { max: 11 } })).toEqual(['seats-sold'])
    expect(await change(event, { tickets: { categories: [{ name: 'Conference', price: 1 }] } })).toEqual([
      'category-price-fixed',
    ])
    expect(await change(event, { tickets: { currency: 'EUR' } })).toEqual(['currency-fixed'])
    expect(await seatsOf(event)).toEqual({
      'Student FREE': 3,
      'Student PENDING': 5,
      'Conference PENDING': 4,
      'pool FREE': 8,
    })
    expect(await versionOf(event)).toBe(1)
  })

  test('turns a bounded category into an unbounded one and back, keeping what is reserved', async () => {
    const event = await create(anEventRequest())
    await reserve(event, 'Student', 5)
    expect(await change(event, { tickets: { categories: [{ name: 'Student', maxTickets: 0 }] } })).toEqual([])
    expect(await seatsOf(event)).toEqual({ 'Student PENDING': 5, 'pool FREE': 15 })
    expect(await change(event, { tickets: { categories: [{ name: 'Student', maxTickets: 6 }] } })).toEqual([])
    expect(await seatsOf(event)).toEqual({ 'Student PENDING': 5, 'Student FREE': 1, 'pool FREE': 14 })
  })

  test('changes nothing when a buyer takes the seats at that moment', async () => {
    const event = await create(anEventRequest())
    const buyer = await db.pool.connect()
    try {
      await buyer.query('begin')
      await buyer.query(
        'select id from ticket where event_id = $1 and category_id is null order by id limit 10 for update',
        [event.id],
      )
      expect(await change(event, { title: 'New', tickets: { max: 15 } })).toEqual(['seats-taken-meanwhile'])
    } finally {
      await buyer.query('rollback')
      buyer.release()
    }
    expect((await loadDraft(db, event.id)).title).toBe('Alpine Systems Days')
    expect(await change(event, { tickets: { max: 15 } })).toEqual([])
  })
})

describe('deleting an event', () => {
  test('takes its categories, seats and settings with it', async () => {
    const event = await create(anEventRequest({ settings: { ON_SITE_ENABLED: true } }))
    expect(await deleteEvent(shop, event)).toMatchObject({ ok: true })
    expect(await listEvents(shop, organizationOfTest())).toEqual([])
    expect(await seatsOf(event)).toEqual({})
    const left = await db.kysely
      .selectFrom('setting')
      .select('id')
      .where('purchase_context_id', '=', event.id)
      .execute()
    expect(left).toEqual([])
  })

  test('is refused once a buyer has reserved', async () => {
    const event = await create(anEventRequest())
    await reserve(event, 'Student', 1)
    expect(await deleteEvent(shop, event)).toMatchObject({ ok: false, problems: [{ code: 'event-has-reservations' }] })
    expect(await seatsOf(event)).toEqual({ 'Student FREE': 7, 'Student PENDING': 1, 'pool FREE': 12 })
  })
})

test('the statistics count the seats of the event and of each category', async () => {
  const event = await create(anEventRequest())
  await reserve(event, 'Student', 3)
  await reserve(event, 'Conference', 2)
  const confirmed = await categoryIdOf(event, 'Conference')
  await db.pool.query("update ticket set status = 'ACQUIRED' where category_id = $1 and status = 'PENDING'", [
    confirmed,
  ])
  const stats = await eventStats(shop, event.id)
  expect(stats).toMatchObject({
    shortName: event.shortName,
    displayName: 'Alpine Systems Days',
    availableSeats: 20,
    status: 'DRAFT',
    organizationId: organizationOfTest(),
    notSoldTickets: 15,
    soldTickets: 2,
    pendingTickets: 3,
    checkedInTickets: 0,
    releasedTickets: 0,
    ticketCategories: [
      { name: 'Conference', price: '120.00', bounded: false, maxTickets: 0, soldTickets: 2, notSoldTickets: 0 },
      { name: 'Student', price: '30.00', bounded: true, maxTickets: 8, pendingTickets: 3, notSoldTickets: 5 },
    ],
  })
})
