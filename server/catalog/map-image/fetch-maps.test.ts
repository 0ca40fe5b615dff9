import { beforeEach, expect, test } from 'vitest'
import { getEvent } from '#contract/event.ts'
import { updateEvent } from '#contract/organiser.ts'
import { after, days, minutes } from '#domain/foundation/instant.ts'
import { findFailures } from '#server/foundation/jobs/failures.ts'
import { putSetting } from '#server/foundation/setting/store.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { type MapAnswer, mapProvider } from '#tests/fakes/map-provider.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { fetchMaps } from './fetch-maps.ts'

const clock = manualClock()
const log: string[] = []
const { url, apiKey, shop } = await testShop({ clock, log: { write: line => void log.push(line) } })
const organiser = await anOrganiser(url, apiKey)
const visitor = aBuyer(url)

/** A map of 32 by 16 whose bytes contain the path of its request. */
function drawn(path: string): Buffer {
  const head = Buffer.alloc(24)
  head.write('89504e470d0a1a0a0000000d49484452', 'hex')
  head.writeUInt32BE(32, 16)
  head.writeUInt32BE(16, 20)
  return Buffer.concat([head, Buffer.from(path)])
}

const good = (path: string): MapAnswer => ({ status: 200, body: drawn(path) })
const provider = await mapProvider(good)
const { requests } = provider

const template = (zoom: string) => `${provider.url}/draw?center={latitude},{longitude}&zoom=${zoom}&key=secret`
const set = (value: string) => putSetting(shop.db, { level: 'system' }, 'MAP_IMAGE_URL', value)
const at = (latitude: string, longitude: string) => ({
  location: { fullAddress: 'Piazza 4, Lugano', coordinate: { latitude, longitude } },
})
const open = (slug: string, changes = {}) => organiser.open(anEventFile(clock.now(), { slug, ...changes }))
const change = (slug: string, body: object) =>
  organiser.api.expect(updateEvent, 200, { params: { slug }, body: { ...anEventFile(clock.now(), { slug }), ...body } })

/** The requests that one round of the job sends to the provider. */
async function round(): Promise<readonly string[]> {
  requests.length = 0
  await fetchMaps(shop)
  return requests.map(path => decodeURIComponent(path))
}
async function mapUrlOf(shortName: string): Promise<string | null> {
  return (await visitor.expect(getEvent, 200, { params: { shortName } })).mapUrl
}
/** The bytes behind the address that the shop says. */
async function mapOf(shortName: string): Promise<string> {
  const address = (await mapUrlOf(shortName)) ?? ''
  expect(address).toMatch(new RegExp(`^${shop.config.baseUrl}/file/[0-9a-f]{64}$`))
  const file = await fetch(url + new URL(address).pathname)
  expect(file.status).toBe(200)
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': expect.stringContaining('max-age='),
    'x-content-type-options': 'nosniff',
  })
  return Buffer.from(await file.arrayBuffer()).toString('latin1', 24)
}
const failures = async () => (await findFailures(shop.db, 10)).filter(({ job }) => job === 'fetch-maps')

beforeEach(async () => {
  clock.set(after(SOME_DAY, 0))
  provider.answer(good)
  await shop.db.kysely.deleteFrom('event').execute()
  await shop.db.kysely.deleteFrom('job_failure').execute()
  await set(template('14'))
})

test('the job fetches the map of a place once, visitors get it from the shop and send nothing to the provider', async () => {
  const shortName = await open('lugano', at('46.005', '-8.95'))
  expect(await mapUrlOf(shortName)).toBe('')
  expect(requests).toEqual([])
  expect(await round()).toEqual(['/draw?center=46.005,-8.95&zoom=14&key=secret'])
  expect(await mapOf(shortName)).toBe('/draw?center=46.005,-8.95&zoom=14&key=secret')
  expect(await mapOf(shortName)).not.toBe('')
  expect(await round()).toEqual([])
})

test('an online event has no map, and none is fetched for one without coordinates, one that has ended and a disabled one', async () => {
  const online = await open('online', { ...at('46', '8'), format: 'ONLINE' })
  const nowhere = await open('nowhere', { location: { fullAddress: 'Somewhere' } })
  await open('ended', at('46', '8'))
  await open('disabled', at('46', '8'))
  await shop.db.pool.query(`update purchase_context set status = 'DISABLED' from event
    where event.id = purchase_context.id and short_name = 'disabled'`)
  await shop.db.pool.query(
    `update event set starts_at = '2026-01-01', ends_at = '2026-01-02' where short_name = 'ended'`,
  )
  expect(await round()).toEqual([])
  expect([await mapUrlOf(online), await mapUrlOf(nowhere)]).toEqual([null, ''])
})

test('an event that moves shows no map of the old place, and gets that of the new one', async () => {
  const shortName = await open('moving', at('46', '8'))
  await round()
  await change(shortName, at('47.1', '9'))
  expect(await mapUrlOf(shortName)).toBe('')
  expect(await round()).toEqual(['/draw?center=47.1,9&zoom=14&key=secret'])
  expect(await mapOf(shortName)).toContain('47.1,9')
})

test('another template draws every map anew, and without one there are none', async () => {
  const shortName = await open('redrawn', at('46', '8'))
  await round()
  await set(template('9'))
  expect(await round()).toEqual(['/draw?center=46,8&zoom=9&key=secret'])
  expect(await mapOf(shortName)).toContain('zoom=9')
  await set('')
  expect(await round()).toEqual([])
  expect(await mapUrlOf(shortName)).toBe('')
})

test('a map is fetched again after 30 days, and the old one stays while that fails', async () => {
  const shortName = await open('old', { ...at('46', '8'), startDate: '2027-06-01T20:00', endDate: '2027-06-01T22:00' })
  await round()
  clock.move(days(29))
  expect(await round()).toEqual([])
  clock.move(days(2))
  provider.answer(() => ({ status: 503, body: Buffer.from('') }))
  expect(await round()).toHaveLength(1)
  expect(await mapOf(shortName)).toContain('46,8')
  provider.answer(path => good(`new ${path}`))
  clock.move(minutes(10))
  expect(await round()).toHaveLength(1)
  expect(await mapOf(shortName)).toContain('new ')
  expect(await failures()).toEqual([])
})

test.each<[string, MapAnswer]>([
  ['refuses', { status: 403, body: drawn('') }],
  ['answers a page', { status: 200, body: Buffer.from('<!doctype html><p>No key') }],
  [
    'answers an SVG, which may hold scripts',
    { status: 200, body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  ],
  ['answers more than 800 kB', { status: 200, body: drawn('x'.repeat(800 * 1024)) }],
  ['leads in a circle', { status: 302, body: Buffer.from(''), location: '/draw' }],
])('where the provider %s, the page has no map, and the job tries again later', async (_, bad) => {
  const shortName = await open('failing', at('46', '8'))
  provider.answer(() => bad)
  await round()
  expect(await mapUrlOf(shortName)).toBe('')
  expect(await failures()).toMatchObject([{ kind: 'event', failures: 1 }])
  expect([...log, JSON.stringify(await failures())].join()).not.toContain('secret')
  expect(await round()).toEqual([])
  clock.move(minutes(6))
  provider.answer(good)
  expect(await round()).toHaveLength(1)
  expect(await mapOf(shortName)).toContain('46,8')
  expect(await failures()).toEqual([])
})

test('one place that fails delays no other', async () => {
  const names = await Promise.all(['46', '47', '48'].map(latitude => open(`one-${latitude}`, at(latitude, '8'))))
  provider.answer(path => (path.includes('46') ? { status: 500, body: Buffer.from('') } : good(path)))
  expect(await round()).toHaveLength(3)
  expect(await Promise.all(names.map(mapUrlOf))).toEqual(['', expect.stringMatching(/./), expect.stringMatching(/./)])
})

test('in production the provider leads to no private address', async () => {
  await open('private', at('46', '8'))
  requests.length = 0
  await fetchMaps({ ...shop, config: { ...shop.config, mode: 'production' } })
  expect(requests).toEqual([])
  expect(await failures()).toHaveLength(1)
})

test('two processes fetch a map once', async () => {
  await open('shared', at('46', '8'))
  requests.length = 0
  await Promise.all([fetchMaps(shop), fetchMaps(shop), fetchMaps(shop)])
  expect(requests).toHaveLength(1)
})
