import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listEvents } from '#contract/event.ts'
import { days } from '#domain/foundation/instant.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { FRESH_MS } from '#server/catalog/catalog/catalog.ts'
import { eventLists } from './event-list.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const list = eventLists(shop)
/** What another process has changed is seen within a second. */
const SOON = { timeout: FRESH_MS + 2000 }
const open = (slug: string) => organiser.open(aFreeEventFile(clock.now(), { slug, title: slug, status: 'PUBLIC' }))
await open('first')

test('a list is made once for as long as it says the same', async () => {
  const made = await list({})
  expect(made.value.map(({ shortName }) => shortName)).toEqual(['first'])
  expect(await list({})).toBe(made)
  expect(await list({ search: 'nothing like it' })).toMatchObject({ value: [], json: '[]' })
})

test('a list is made anew when an event comes, changes or ends, whichever process has changed it', async () => {
  const made = await list({})
  await open('second')
  const longer = await list({})
  expect([made.value.length, longer.value.length]).toEqual([1, 2])
  await sql`update event set location = 'Elsewhere' where short_name = 'second'`.execute(shop.db.kysely)
  await expect.poll(async () => (await list({})).value.map(({ location }) => location), SOON).toContain('Elsewhere')
  clock.move(days(400))
  expect((await list({})).value).toEqual([])
})

test('visitors get what is kept as the API has always sent it', async () => {
  clock.move(-days(400))
  const visitor = aBuyer(url)
  const twice = [await visitor.expect(listEvents, 200, {}), await visitor.expect(listEvents, 200, {})]
  expect(twice[0]).toEqual(twice[1])
  expect(twice[0]).toEqual(JSON.parse((await list({})).json))
})
