import { describe, expect, test } from 'vitest'
import { aFreeEventFile } from '#tests/builders/event-file.ts'
import { storePass } from '#tests/builders/stored-passes.ts'
import { aBuyer } from '#tests/support/buyer/buyer.ts'
import { statementsOf } from '#tests/support/database/count-statements.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { PAY_BY, filledIn, hold, infoOf, pay, readyToPay, sendDetails } from '#tests/support/buyer/purchase.ts'
import { manualClock } from '#tests/support/shop/manual-clock.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'
import { openCatalog } from './catalog.ts'

const clock = manualClock()
const { url, apiKey, shop } = await testShop({ clock })
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
const shortName = await organiser.open(aFreeEventFile(clock.now(), { seats: 100 }))
const { db } = shop
const { id } = await db.kysely
  .selectFrom('event')
  .select('id')
  .where('short_name', '=', shortName)
  .executeTakeFirstOrThrow()

/** As another process writes it: this one is not notified. */
const write = (sql: string) => db.pool.query(sql.replaceAll('{event}', String(id)))

async function version(of = id): Promise<bigint> {
  const { rows } = await db.pool.query<{ sum: string }>(
    'select sum(version) from offer_version where id = any($1::int[])',
    [[0, of]],
  )
  return BigInt(rows[0]?.sum ?? 0)
}

const CATEGORY = '(select min(id) from ticket_category where event_id = {event})'
const ORGANIZATION = '(select organization_id from purchase_context where id = {event})'

const WRITERS = [
  ['the event', `update event set location = 'Elsewhere' where id = {event}`],
  ['its description', `update purchase_context set website_url = 'https://new.example' where id = {event}`],
  ['its organisation', `update organization set email = 'new@example.org' where id = ${ORGANIZATION}`],
  [
    'a question',
    `insert into additional_field (purchase_context_id, name, type, required, editable, label, ordinal)
      values ({event}, 'meal', 'TEXT', false, true, '{}', 1)`,
  ],
  ['a category', `update ticket_category set name = 'Everybody' where event_id = {event}`],
  ['a setting of the shop', `insert into setting (key, value) values ('MAIL_ATTEMPTS_COUNT', '4')`],
  [
    'a setting of the organisation',
    `insert into setting (key, value, organization_id) values ('RESERVATION_TIMEOUT', '31', ${ORGANIZATION})`,
  ],
  [
    'a setting of the event',
    `insert into setting (key, value, purchase_context_id) values ('RESERVATION_TIMEOUT', '32', {event})`,
  ],
  [
    'a setting of a category',
    `insert into setting (key, value, category_id) values ('ALLOW_TICKET_DOWNLOAD', 'false', ${CATEGORY})`,
  ],
  ['a setting that is stated anew', `update setting set value = '33' where purchase_context_id = {event}`],
  ['a setting that is taken back', `delete from setting where category_id = ${CATEGORY}`],
  ['a word of the shop', `insert into text_override (language, key, value) values ('en', 'common.vat', 'VAT')`],
  [
    'a word of the event',
    `insert into text_override (language, key, value, purchase_context_id) values ('en', 'common.vat', 'Tax', {event})`,
  ],
] as const

describe('the version of an offer grows with a change of', () => {
  test.each(WRITERS)('%s', async (_name, sql) => {
    const before = await version()
    const offer = await shop.catalog.eventAtLeast(id, before)
    const { rowCount } = await write(sql)
    expect(rowCount).toBeGreaterThan(0)
    const after = await version()
    expect(after).toBeGreaterThan(before)
    expect(shop.catalog.offerInMemory(id, after)).toBeUndefined()
    expect(await shop.catalog.eventAtLeast(id, after)).not.toBe(offer)
  })
})

test('whatever is read of an event or a pass has its changes counted', async () => {
  const pass = await storePass(shop, { organizationId: organiser.organizationId })
  const read = [
    ...(await statementsOf(() => openCatalog(db).offerOf(id))),
    ...(await statementsOf(() => openCatalog(db).offerOf(pass.id))),
  ]
  const tables = new Set(read.flatMap(sql => [...sql.matchAll(/(?:from|join) "?([a-z_]+)"?/g)].map(([, name]) => name)))
  tables.delete('offer_version')
  expect(tables.size).toBeGreaterThan(8)
  const { rows } = await db.pool.query<{ table: string }>(
    `select tgrelid::regclass::text as "table" from pg_trigger where tgname like 'offer\\_%'
     group by tgrelid having count(*) = 3`,
  )
  expect(new Set(rows.map(({ table }) => table))).toEqual(tables)
})

test('what is taken back with its transaction changes nothing', async () => {
  const before = await version()
  await write(`begin; update event set location = 'Nowhere' where id = {event}; rollback`)
  expect(await version()).toBe(before)
})

test('an order changes no version', async () => {
  const before = await version()
  const order = await readyToPay(buyer, shortName, { Everybody: 2 })
  await pay(buyer, order, PAY_BY.NONE)
  expect(await version()).toBe(before)
})

test('while nothing changes, the event is read once for all orders', async () => {
  const first = await shop.catalog.eventAtLeast(id, await version())
  const order = await hold(buyer, shortName, { Everybody: 1 })
  const form = filledIn(await infoOf(buyer, order))
  const statements = await statementsOf(() => sendDetails(buyer, order, form))
  expect(statements.filter(sql => /from "?ticket_category|"setting"|from setting/.test(sql))).toEqual([])
  expect(shop.catalog.offerInMemory(id, await version())).toBe(first)
})

test('what another process changes holds for the next step of an order', async () => {
  const order = await hold(buyer, shortName, { Everybody: 1 })
  const { tickets, ...contact } = filledIn(await infoOf(buyer, order))
  expect(Object.keys(tickets ?? {})).toHaveLength(1)
  await shop.catalog.eventOf(id)
  const later = { ...contact, postponeAssignment: true }
  expect((await sendDetails(buyer, order, later)).status).toBe(200)
  await write(
    `insert into setting (key, value, purchase_context_id)
     values ('FORCE_TICKET_OWNER_ASSIGNMENT_AT_RESERVATION', 'true', {event})`,
  )
  expect((await sendDetails(buyer, order, later)).status).toBe(422)
})
