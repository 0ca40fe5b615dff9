import { beforeEach, expect, test } from 'vitest'
import { after, days, minutes } from '#domain/foundation/instant.ts'
import { isOfEvent, readOffer } from '#server/catalog/catalog/catalog.ts'
import { putSetting } from '#server/foundation/setting/store.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { SOME_DAY } from '#tests/builders/offer.ts'
import { drawnMap, mapProvider } from '#tests/fakes/map-provider.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { fetchMaps } from './fetch-maps.ts'
import { mapOfEvent } from './map-of-event.ts'

const clock = manualClock()
// The failure is one that is meant.
const { url, apiKey, shop } = await testShop({ clock, log: { write: () => undefined } })
const organiser = await anOrganiser(url, apiKey)
const provider = await mapProvider(() => ({ status: 200, body: drawnMap() }))
const set = (value: string) => putSetting(shop.db, { level: 'system' }, 'MAP_IMAGE_URL', value)
const TEMPLATE = `${provider.url}/draw?center={latitude},{longitude}&key=secret`
const PLACE = { location: { fullAddress: 'Piazza 4, Lugano', coordinate: { latitude: '46.005', longitude: '-8.95' } } }

async function mapOf(changes: object) {
  const slug = await organiser.open(anEventFile(clock.now(), { slug: `map-${nextNumber++}`, ...changes }))
  const { id } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', slug)
    .executeTakeFirstOrThrow()
  return async () => {
    const offer = await readOffer(shop.db, id)
    if (!offer || !isOfEvent(offer)) throw new Error('no event')
    return mapOfEvent(shop.db, offer, clock.now())
  }
}
let nextNumber = 1

beforeEach(async () => {
  clock.set(after(SOME_DAY, 0))
  provider.answer(() => ({ status: 200, body: drawnMap() }))
  await set(TEMPLATE)
})

test('an event has the path of its picture once it is fetched, and a map to look around in', async () => {
  const read = await mapOf(PLACE)
  expect(await read()).toEqual({
    picture: null,
    why: 'NOT_YET',
    retryAt: null,
    openAt: 'https://www.openstreetmap.org/?mlat=46.005&mlon=-8.95#map=17/46.005/-8.95',
  })
  await fetchMaps(shop)
  expect(await read()).toMatchObject({ picture: expect.stringMatching(/^\/file\/[0-9a-f]{64}$/), why: null })
})

test('an event online has no map', async () => {
  const read = await mapOf({ ...PLACE, format: 'ONLINE' })
  expect(await read()).toBeNull()
})

test('without coordinates, without a provider and after its end an event says why it has no picture', async () => {
  const nowhere = await mapOf({ location: { fullAddress: 'Gasse 1, Zürich & mehr' } })
  expect(await nowhere()).toEqual({
    picture: null,
    why: 'NO_COORDINATES',
    retryAt: null,
    openAt: 'https://www.openstreetmap.org/search?query=Gasse%201%2C%20Z%C3%BCrich%20%26%20mehr',
  })
  const read = await mapOf(PLACE)
  clock.move(days(400))
  expect(await read()).toMatchObject({ why: 'ENDED' })
  await set('')
  expect(await read()).toMatchObject({ why: 'NO_PROVIDER' })
})

test('where the provider fails, the event says so, and when the shop asks again', async () => {
  const read = await mapOf(PLACE)
  provider.answer(() => ({ status: 503, body: Buffer.from('') }))
  await fetchMaps(shop)
  expect(await read()).toMatchObject({ picture: null, why: 'NOT_GIVEN', retryAt: after(clock.now(), minutes(1)) })
  provider.answer(() => ({ status: 200, body: drawnMap() }))
  clock.move(minutes(6))
  await fetchMaps(shop)
  expect(await read()).toMatchObject({ why: null, retryAt: null })
})
