import { expect, test } from 'vitest'
import * as calls from '#contract/desk-links.ts'
import { readEventFigures, type EventFigures } from '#contract/desk-figures.ts'
import type { ResponseOf } from '#contract/call.ts'
import { listDeskOrders } from '#contract/desk-order.ts'
import { planOrdersBulk } from '#contract/desk-orders-bulk.ts'
import { readDeskOrder } from '#contract/desk-order-detail.ts'
import { namedEventLinkPath, pathTo } from '#contract/paths.ts'
import { countVisits } from '#server/catalog/visit-count/visit-counts.ts'
import { aCategoryFile, aFreeEventFile, aHiddenCategoryFile, anAccessCodeFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { buy } from '#tests/support/buyer/purchase.ts'
import { readPdf } from '#tests/support/documents/pdf/read-pdf.ts'
import { codes, enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import Fastify from 'fastify'

const clock = manualClock()
const served = await testShop({ clock })
const { url, apiKey, shop } = served
const club = await anOrganiser(url, apiKey)
const categories = [
  aCategoryFile(clock.now(), { name: 'Everybody', price: 0 }),
  aHiddenCategoryFile(clock.now(), { price: 0 }),
]
const { tickets, ...file } = aFreeEventFile(clock.now(), { slug: 'party', seats: 50 })
const slug = await club.open({
  ...file,
  tickets: { ...tickets, promoCodes: [anAccessCodeFile({ name: 'FRIENDS', hiddenCategory: 'Backstage' })], categories },
})
const { id: eventId } = await shop.db.kysely
  .selectFrom('event')
  .select('id')
  .where('short_name', '=', slug)
  .executeTakeFirstOrThrow()
const scope = { kind: 'organization', organizationId: club.organizationId } as const
const owner = await enterDesk(served, { email: 'owner@example.org', given: { role: 'OWNER', scope } })
const params = { eventId: String(eventId) }
const make = (name: string, code: string | null = null) =>
  owner.ask(calls.createEventLink, { params, body: { name, code } })
const follow = async (name: string) =>
  (await fetch(`${url}${pathTo(namedEventLinkPath, { shortName: slug, name })}`, { redirect: 'manual' })).headers.get(
    'location',
  )
const figures = async () => (await owner.ask(readEventFigures, { params })).body as EventFigures

test('a link leads to the event with its name and its code; an unknown one leads there, too', async () => {
  expect((await make('poster')).body).toMatchObject({
    name: 'poster',
    address: expect.stringMatching(/\/e\/party\/l\/poster$/),
  })
  expect((await make('friends', 'FRIENDS')).status).toBe(200)
  expect(await follow('poster')).toBe('/event/party?via=poster')
  expect(await follow('Poster')).toBe('/event/party?via=poster')
  expect(await follow('friends')).toBe('/event/party?via=friends&code=FRIENDS')
  expect(await follow('nothing')).toBe('/event/party')
})

test.each([
  ['a name that is no part of an address', 'Big Poster', null, ['name', 'foyer.desk.link.name.wrong']],
  ['a name like that of an embedding page', 'embed.example.org', null, ['name', 'foyer.desk.link.name.wrong']],
  ['a name twice', 'poster', null, ['name', 'foyer.desk.link.name.taken']],
  ['a code of no one', 'other', 'NOPE', ['code', 'foyer.desk.link.code.unknown']],
])('%s is refused', async (_, name, code, expected) => {
  const answer = await make(name, code)
  expect([answer.status, codes(answer)]).toEqual([422, [expected]])
})

test('the code of a link is changed as it was read, its name is not: it is in printed addresses', async () => {
  const made = (await make('flyer')).body as calls.EventLink
  const change = (body: object, linkId = made.id) =>
    owner.ask(calls.changeEventLink, { params: { ...params, linkId: String(linkId) }, body: { seen: null, ...body } })
  const withCode = { ...made, code: 'FRIENDS' }
  expect(await change({ name: 'flyer', code: ' FRIENDS ' })).toMatchObject({ status: 200, body: withCode })
  expect(await follow('flyer')).toBe('/event/party?via=flyer&code=FRIENDS')
  // Sent twice, and by a member who has read the link before.
  expect(await change({ code: 'FRIENDS' })).toMatchObject({ status: 200, body: withCode })
  expect(await change({ code: null })).toMatchObject({ status: 409, body: withCode })
  const named = await change({ name: 'leaflet', code: null, seen: 'FRIENDS' })
  expect([named.status, codes(named)]).toEqual([422, [['name', 'foyer.desk.links.edit.name']]])
  const unknown = await change({ code: 'NOPE', seen: 'FRIENDS' })
  expect([unknown.status, codes(unknown)]).toEqual([422, [['code', 'foyer.desk.link.code.unknown']]])
  const both = await Promise.all([null, ''].map(code => change({ code, seen: 'FRIENDS' })))
  expect(both.map(({ status, body }) => [status, body])).toEqual([
    [200, made],
    [200, made],
  ])
  expect(await follow('flyer')).toBe('/event/party?via=flyer')
  expect((await change({ code: null }, made.id + 1000)).status).toBe(404)
  const log = shop.db.kysely.selectFrom('change_log').select(['before', 'after']).where('action', '=', 'LINK_CHANGED')
  const [coded, plain] = ['FRIENDS', null].map(code => ({ name: 'flyer', code }))
  expect(await log.orderBy('id').execute()).toEqual([
    { before: plain, after: coded },
    { before: coded, after: plain },
  ])
  await owner.ask(calls.deleteEventLink, { params: { ...params, linkId: String(made.id) } })
  expect((await change({ code: null })).status).toBe(404)
})

test('an order remembers the link by which its buyer came, and is counted by it', async () => {
  const from = (address: string) => aBuyer(url, { referer: `${url}/event/party?${address}` })
  const byPoster = await buy(from('via=poster'), slug, { Everybody: 1 }, { by: 'NONE' })
  await buy(from('via=embed.club.example.org&view=tickets'), slug, { Everybody: 1 }, { by: 'NONE' })
  await buy(from('via=invented'), slug, { Everybody: 1 }, { by: 'NONE' })
  await buy(from('via=%3Cscript%3E'), slug, { Everybody: 1 }, { by: 'NONE' })
  await buy(aBuyer(url), slug, { Everybody: 1 }, { by: 'NONE' })
  expect((await owner.ask(readDeskOrder, { params: { orderId: byPoster } })).body).toMatchObject({ channel: 'poster' })
  expect((await figures()).channels).toEqual([])
  const listed = async (query: Record<string, string>) =>
    (await owner.ask(listDeskOrders, { query })).body as ResponseOf<typeof listDeskOrders, 200>
  const ofEvent = { contextId: String(eventId) }
  expect((await listed(ofEvent)).channels).toEqual(['embed.club.example.org', 'poster'])
  expect((await listed({})).channels).toEqual([])
  const { orders, counts } = await listed({ ...ofEvent, channel: 'poster' })
  expect([orders.map(({ id }) => id), counts?.ALL]).toEqual([[byPoster], 1])
  expect((await listed({ ...ofEvent, channel: '-' })).counts?.ALL).toBe(3)
  expect((await listed({ ...ofEvent, channel: 'invented' })).counts?.ALL).toBe(0)
  const body = { action: 'tag', tag: 'poster', filter: { contextId: eventId, channel: 'poster' } }
  expect((await owner.ask(planOrdersBulk, { body })).body).toMatchObject({ orders: 1 })

  // As the process of the shop does every few seconds.
  await shop.db.kysely
    .insertInto('event_visit_day')
    .values({ event_id: eventId, day: '2020-01-01', channel: 'poster', views: 10, begun: 2 })
    .execute()
  expect((await figures()).channels.map(({ channel, views, orders }) => [channel, views, orders])).toEqual([
    ['', 0, 3],
    ['poster', 10, 1],
    ['embed.club.example.org', 0, 1],
  ])
  await shop.db.kysely.deleteFrom('event_visit_day').execute()
})

test('pages that people see and orders that they begin are counted together; programs and previews are not', async () => {
  const app = Fastify()
  const counts = countVisits(app, shop)
  app.get('/event/:shortName', async () => 'page')
  app.get('/api/v2/public/event/:shortName', async () => 'data')
  app.post('/api/v2/public/event/:shortName/reserve-tickets', async (_, reply) => reply.code(200).send('id'))
  const person = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const see = (address: string, headers: Record<string, string> = person) => app.inject({ url: address, headers })
  await see('/event/party')
  await see('/event/party?via=poster')
  await see('/event/party?via=poster')
  await see('/event/party?via=invented')
  await see('/event/unknown')
  await see('/event/party', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
  await see('/event/party', { ...person, 'sec-purpose': 'prefetch' })
  await see('/event/party', {})
  await see('/api/v2/public/event/party')
  await see('/api/v2/public/event/party', { ...person, 'sec-fetch-site': 'same-origin', referer: `${url}/?via=poster` })
  await app.inject({
    method: 'POST',
    url: '/api/v2/public/event/party/reserve-tickets',
    headers: { ...person, referer: 'https://tickets.example/event/party?via=poster' },
  })
  await counts.store()
  const stored = () =>
    shop.db.kysely.selectFrom('event_visit_day').select(['channel', 'views', 'begun']).orderBy('channel').execute()
  const once = [
    { channel: '', views: 2, begun: 0 },
    { channel: 'poster', views: 3, begun: 1 },
  ]
  expect(await stored()).toEqual(once)
  await counts.store()
  expect(await stored()).toEqual(once)
  await see('/event/party')
  await app.close()
  expect(await stored()).toEqual([{ channel: '', views: 3, begun: 0 }, once[1]])
  expect(await figures()).toMatchObject({ countedSince: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
})

test('a poster leads to its link, and one of the event to its page', async () => {
  const poster = async (query: string) => {
    const answer = await fetch(`${url}/api/organiser/v1/events/${eventId}/poster.pdf${query}`, {
      headers: { cookie: `foyer_desk=${owner.cookie() ?? ''}` },
    })
    return answer.status === 200 ? (await readPdf(new Uint8Array(await answer.arrayBuffer()))).qrText : answer.status
  }
  expect(await poster('')).toBe(`${shop.config.baseUrl}/event/party`)
  expect(await poster('?link=poster&size=a3')).toBe(`${shop.config.baseUrl}/e/party/l/poster`)
  expect(await poster('?link=none')).toBe(404)
})

test('a link is deleted once, and what came by it counts as any other way', async () => {
  const { links } = (await owner.ask(calls.listEventLinks, { params })).body as {
    links: { id: number; name: string }[]
  }
  expect(links.map(({ name }) => name)).toEqual(['friends', 'poster'])
  const linkId = String(links[1]?.id)
  expect((await owner.ask(calls.deleteEventLink, { params: { ...params, linkId } })).status).toBe(204)
  expect((await owner.ask(calls.deleteEventLink, { params: { ...params, linkId } })).status).toBe(404)
  expect(await follow('poster')).toBe('/event/party')
})

test('an editor of another organisation finds nothing', async () => {
  const choir = await anOrganiser(url, apiKey, 'Choir')
  const given = { role: 'EDITOR', scope: { kind: 'organization', organizationId: choir.organizationId } } as const
  const stranger = await enterDesk(served, { email: 'stranger@example.org', given })
  expect((await stranger.ask(calls.listEventLinks, { params })).status).toBe(404)
  expect((await stranger.ask(calls.createEventLink, { params, body: { name: 'x' } })).status).toBe(404)
  const { links } = (await owner.ask(calls.listEventLinks, { params })).body as { links: { id: number }[] }
  const ofLink = { params: { ...params, linkId: String(links[0]?.id) }, body: { code: null, seen: 'FRIENDS' } }
  expect((await stranger.ask(calls.changeEventLink, ofLink)).status).toBe(404)
  expect((await stranger.ask(calls.downloadPoster, { params })).status).toBe(404)
})
