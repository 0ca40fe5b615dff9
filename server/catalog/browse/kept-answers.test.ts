import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getEventChoices } from '#contract/own.ts'
import { listEventsOfSubscription, listSubscriptions, listSubscriptionsOfEvent } from '#contract/subscription.ts'
import { linkEvents } from '#contract/organiser-subscription.ts'
import { days } from '#domain/foundation/instant.ts'
import { FRESH_MS, openCatalog } from '#server/catalog/catalog/catalog.ts'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { countStatements } from '#tests/support/database/count-statements.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { eventAnswers } from './event-answers.ts'
import { passAnswers } from './pass-answers.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const { organizationId } = organiser
const visitor = aBuyer(url)
const open = (slug: string, tags: string[] = []) =>
  organiser.open(aFreeEventFile(clock.now(), { slug, title: slug, status: 'PUBLIC', tags }))
const event = await open('first', ['jazz'])
const { publicId } = await storePass(shop, { organizationId })
await organiser.api.expect(linkEvents, 200, { params: { id: publicId }, body: [{ slug: event }] })

/** Another process: it has a memory of its own, and gets no message from the others. */
const aProcess = () => {
  const alone = { ...shop, catalog: openCatalog(shop.db) }
  return { events: eventAnswers(alone), passes: passAnswers(alone) }
}
/** What another process has changed is seen within a second. */
const SOON = { timeout: FRESH_MS + 2000 }
const [one, other] = [aProcess(), aProcess()]

test.each([
  ['the choices of the list of events', () => one.events.choices({})],
  ['the passes on sale', () => one.passes.list({})],
  ['the passes that an event takes', () => one.passes.accepted(event)],
  ['the events of a pass', () => one.passes.events(publicId)],
] as const)('%s are made once for as long as they say the same', async (_, ask) => {
  const made = await ask()
  expect(made?.json).toBe(JSON.stringify(made?.value))
  const sent = countStatements()
  expect(await ask()).toBe(made)
  expect(sent()).toBeLessThanOrEqual(2)
})

test('choices are made anew when an event comes, changes or ends, and in another month, whichever process has changed it', async () => {
  const tagsOf = async () => (await other.events.choices({})).value.tags
  expect(await tagsOf()).toEqual(['jazz'])
  await open('second', ['jazz', 'folk'])
  await expect.poll(tagsOf, SOON).toEqual(['jazz', 'folk'])
  await sql`update purchase_context set tags = '{folk}' from event
    where event.id = purchase_context.id and short_name = 'second'`.execute(shop.db.kysely)
  await expect.poll(tagsOf, SOON).toEqual(['folk', 'jazz'])
  const { value } = await other.events.choices({ organizerSlug: 'alpine-systems' })
  expect(value.organizerName).toBe('Alpine Systems')
  await sql`update organization set name = 'Alpine Club' where id = ${organizationId}`.execute(shop.db.kysely)
  // An organisation without events is named by its passes.
  const named = async () => (await other.events.choices({ organizerSlug: 'alpine-systems' })).value.organizerName
  await expect.poll(named, SOON).toBe('Alpine Club')
  clock.move(days(400))
  expect((await other.events.choices({})).value.events).toBe(0)
  expect(await named()).toBe('Alpine Club')
  await sql`update organization set name = 'Alpine Systems' where id = ${organizationId}`.execute(shop.db.kysely)
  await expect.poll(named, SOON).toBe('Alpine Systems')
  clock.move(-days(400))
})

test('passes are made anew when one comes, changes or is no longer sold, whichever process has changed it', async () => {
  const titlesOf = async () => (await other.passes.list({})).value.map(({ title }) => title['en'])
  const before = await titlesOf()
  await sql`update purchase_context set title = '{"en": "Renamed"}' from pass
    where pass.id = purchase_context.id and public_id = ${publicId}`.execute(shop.db.kysely)
  await expect.poll(titlesOf, SOON).toEqual(['Renamed'])
  expect(before).not.toEqual(['Renamed'])
  const accepted = async () => (await other.passes.accepted(event))?.value.map(({ title }) => title['en'])
  await expect.poll(accepted, SOON).toEqual(['Renamed'])
  await sql`update pass set on_sale_from = on_sale_from + interval '1000 days' where public_id = ${publicId}`.execute(
    shop.db.kysely,
  )
  await expect.poll(titlesOf, SOON).toEqual([])
  await sql`update pass set on_sale_from = on_sale_from - interval '1000 days' where public_id = ${publicId}`.execute(
    shop.db.kysely,
  )
  await expect.poll(titlesOf, SOON).toEqual(['Renamed'])
  expect((await other.passes.events(publicId))?.value.map(({ shortName }) => shortName)).toEqual([event])
  await sql`delete from event_pass`.execute(shop.db.kysely)
  await expect.poll(async () => (await other.passes.events(publicId))?.value, SOON).toEqual([])
})

test('visitors get the same answer twice', async () => {
  const readTwice = async () => [
    await visitor.expect(getEventChoices, 200, {}),
    await visitor.expect(listSubscriptions, 200, {}),
    await visitor.expect(listSubscriptionsOfEvent, 200, { params: { shortName: event } }),
    await visitor.expect(listEventsOfSubscription, 200, { params: { id: publicId } }),
  ]
  expect(await readTwice()).toEqual(await readTwice())
})
