import { sql } from 'kysely'
import forge from 'node-forge'
import { expect, test } from 'vitest'
import { getEvent, listEvents } from '#contract/event.ts'
import { getShopAtom, getShopCalendar, getSitemap } from '#contract/pages.ts'
import { configureOrganization, createEvent } from '#contract/organiser.ts'
import { getEventChoices } from '#contract/own.ts'
import { aFreeEventFile, anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { PRIVATE_INVOICE } from '#tests/support/organiser/invoice.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { passCertificates } from '#tests/support/documents/pass-certificates.ts'
import { filledIn, hold, infoOf, pay, sendDetails } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { PASS_TYPE_IDENTIFIER, aFreeTicket, appleSettings } from '#tests/support/documents/wallets.ts'

const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({ clock })
const honest = await anOrganiser(url, apiKey, 'Alpine Systems')
const hostile = await anOrganiser(url, apiKey, 'Other Systems')
const visitor = aBuyer(url)
const good = await honest.open(aFreeEventFile(clock.now(), { slug: 'good', title: 'Good', status: 'PUBLIC' }))

const readEvent = (shortName: string) => visitor.expect(getEvent, 200, { params: { shortName } })
const listed = async () => (await visitor.expect(listEvents, 200, {})).map(({ shortName }) => shortName)
const textOf = async (path: string) => {
  const answer = await fetch(url + path)
  expect(answer.status).toBe(200)
  return answer.text()
}

/** What an earlier version let in. */
async function describe(shortName: string, markdown: string): Promise<void> {
  await sql`
    update purchase_context set description = ${JSON.stringify({ en: markdown })}::jsonb, version = version + 1
    from event where event.id = purchase_context.id and short_name = ${shortName}`.execute(shop.db.kysely)
  shop.catalog.offerChanged({ ...(await shop.catalog.offeredEvent(shortName))?.context, id: 0, shortName })
}

const moveTo = (shortName: string, zone: string) =>
  sql`
    update purchase_context set time_zone = ${zone}
    from event where event.id = purchase_context.id and short_name = ${shortName}`.execute(shop.db.kysely)

test.each([
  ['nested too deeply', '>'.repeat(20_000)],
  ['dear to read', '**a_'.repeat(5_000)],
])(
  'a description that is %s is refused when it is saved',
  async (_, body) => {
    const event = { ...anEventFile(clock.now(), { slug: 'refused' }), description: [{ lang: 'en', body }] }
    const { status, value } = await hostile.api.ask(createEvent, { body: event })
    expect([status, value]).toEqual([400, expect.stringContaining('too intricately')])
  },
  60_000,
)

test('costly descriptions of one organisation hold up the saving of another one by one of them at most', async () => {
  const order: string[] = []
  const save = async (organiser: typeof honest, name: string, body: string) => {
    const event = { ...anEventFile(clock.now(), { slug: name }), description: [{ lang: 'en', body }] }
    const { status } = await organiser.api.ask(createEvent, { body: event })
    order.push(`${name} ${status}`)
  }
  const costly = [1, 2, 3].map(extra => save(hostile, `costly-${extra}`, '**a_'.repeat(5_000 - extra)))
  await Promise.all([...costly, save(honest, 'honest', '*Words* and _words_. '.repeat(60))])
  expect(order.indexOf('honest 200')).toBeGreaterThanOrEqual(0)
  expect(order.indexOf('honest 200')).toBeLessThanOrEqual(1)
}, 60_000)

test('a description that can not be rendered shows as it is written, and takes nothing from others', async () => {
  const shortName = await hostile.open(aFreeEventFile(clock.now(), { slug: 'nested', status: 'PUBLIC' }))
  await describe(shortName, '>'.repeat(20_000))
  expect((await readEvent(shortName)).description['en']).toMatch(/^<p>(&gt;)+<\/p>$/)
  expect(await listed()).toEqual(expect.arrayContaining([good, shortName]))
  expect(await textOf(getShopAtom.path)).toMatch(/Good/)
  expect(await textOf(getShopCalendar.path)).toMatch(/Good/)
})

test('others are served while a description that is dear to read is being read', async () => {
  const shortName = await hostile.open(aFreeEventFile(clock.now(), { slug: 'dear', status: 'PUBLIC' }))
  await describe(shortName, '**a_'.repeat(5_001))
  const first = await Promise.race([readEvent(shortName), readEvent(good)])
  expect(first.shortName).toBe(good)
})

test('an event that can not be shown is left out of every list', async () => {
  const shortName = await hostile.open(aFreeEventFile(clock.now(), { slug: 'nowhere', status: 'PUBLIC' }))
  await moveTo(shortName, 'Nowhere/At_All')
  expect(await listed()).toContain(good)
  expect(await listed()).not.toContain(shortName)
  expect((await visitor.expect(getEventChoices, 200, {})).events).toBeGreaterThan(0)
  for (const { path } of [getShopAtom, getShopCalendar, getSitemap]) expect(await textOf(path)).toContain('/event/good')
  await moveTo(shortName, 'Europe/Zurich')
  expect(await listed()).toContain(shortName)
})

test('a style sheet, which every page of the event carries, is as long as a text may be', async () => {
  const params = { organizationId: hostile.organizationId }
  const statusWith = async (css: string) =>
    (await hostile.api.ask(configureOrganization, { params, body: { EVENT_CUSTOM_CSS: css } })).status
  expect(await statusWith('a{}'.repeat(4_000))).toBe(400)
  expect(await statusWith('a{}'.repeat(3_000))).toBe(200)
})

/** A file that wants its password hashed for hours. */
function dearKeystore(content: string): string {
  const file = forge.asn1.fromDer(forge.util.decode64(content))
  const [, , mac] = file.value
  const rounds = typeof mac === 'object' ? mac.value[2] : undefined
  if (typeof rounds !== 'object') throw new Error('no rounds in the file')
  rounds.value = forge.asn1.integerToDer(2_000_000_000).getBytes()
  return forge.util.encode64(forge.asn1.toDer(file).getBytes())
}

/** Opens an event with a keystore of its own that takes hours to open, and returns which of two events can be read first. */
async function readBesideKeystore(slug: string): Promise<{ readonly hostileEvent: string; readonly first: string }> {
  const certificates = passCertificates(PASS_TYPE_IDENTIFIER)
  const settings = { ...appleSettings(certificates), PASSBOOK_KEYSTORE: dearKeystore(certificates.keystore) }
  const hostileEvent = await hostile.open(aFreeEventFile(clock.now(), { slug, settings }))
  const { shortName: first } = await Promise.race([readEvent(hostileEvent), readEvent(good)])
  return { hostileEvent, first }
}

test('a keystore that takes hours to open is of no use, and takes nothing from others', async () => {
  // A job may have read the event before, so that its keystore is known by then: not three times.
  const events: string[] = []
  const firsts: string[] = []
  for (const slug of ['rounds', 'more-rounds', 'most-rounds']) {
    if (firsts.includes(good)) break
    const { hostileEvent, first } = await readBesideKeystore(slug)
    events.push(hostileEvent)
    firsts.push(first)
  }
  expect(firsts).toContain(good)
  for (const event of events) {
    const { eventName, uuid } = await aFreeTicket(url, event)
    expect((await fetch(`${url}/api/pass/event/${eventName}/v1/version/passes/${uuid}`)).status).toBe(404)
  }
}, 60_000)

test('a number pattern that fills the memory is refused, and one that is stored already is not used', async () => {
  const params = { organizationId: hostile.organizationId }
  const body = { INVOICE_NUMBER_PATTERN: '%0300000000d' }
  expect((await hostile.api.ask(configureOrganization, { params, body })).status).toBe(400)
  await sql`
    insert into setting (key, value, organization_id)
    values ('INVOICE_NUMBER_PATTERN', '%0300000000d', ${hostile.organizationId})`.execute(shop.db.kysely)
  const invoicing = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12, 6900 Lugano' }
  const shortName = await hostile.open(anEventFile(clock.now(), { slug: 'numbered', settings: invoicing }))
  const buyer = aBuyer(url)
  const order = await hold(buyer, shortName, { Conference: 1 })
  await sendDetails(buyer, order, { ...filledIn(await infoOf(buyer, order)), ...PRIVATE_INVOICE })
  await pay(buyer, order)
  await runJobs()
  expect((await infoOf(buyer, order)).invoiceNumber).toBe('1')
})
