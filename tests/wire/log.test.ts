import { expect, test } from 'vitest'
import { hours } from '#domain/foundation/instant.ts'
import { testMailServer } from '../fakes/mail-server.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { buy, filledIn, hold, infoOf, sendDetails } from '../support/buyer/purchase.ts'
import { manualClock } from '../support/shop/manual-clock.ts'
import { testShop } from '../support/shop/test-shop.ts'

const lines: string[] = []
/** As no test data elsewhere, so that each of them found in the log is a leak. */
const EMAIL = 'zenobia.quill@leaks.example'
const SECRETS = [EMAIL, 'zenobia.quill', 'Zenobia', 'Quillington', 'leaks.example', '203.0.113.77', '2001:db8::77']

const mailServer = await testMailServer()
const clock = manualClock()
const { url, apiKey, shop, runJobs } = await testShop({
  clock,
  log: { write: line => void lines.push(line) },
  smtpUrl: mailServer.url,
  environment: { TRUST_PROXY: '1' },
})
const organiser = await anOrganiser(url, apiKey)
const shortName = await organiser.open(anEventFile(clock.now(), { slug: 'told', seats: 50 }))
const FROM_AFAR = { 'x-forwarded-for': '203.0.113.77' }
const buyer = aBuyer(url, FROM_AFAR)

/** What the log says meanwhile; what it must say shows that the flow was met at all. */
async function loggedBy(flow: () => Promise<unknown>, mustSay: string): Promise<string> {
  lines.length = 0
  await flow()
  const log = lines.join('')
  expect(log).toContain(mustSay)
  return log
}

function expectNoPersonIn(log: string): void {
  for (const secret of SECRETS) expect(log.toLowerCase()).not.toContain(secret.toLowerCase())
}

async function detailsOfZenobia(): Promise<string> {
  const id = await hold(buyer, shortName, { Conference: 1 })
  const info = await infoOf(buyer, id)
  await sendDetails(buyer, id, { ...filledIn(info), firstName: 'Zenobia', lastName: 'Quillington', email: EMAIL })
  return id
}

test('a mail that its server refuses is logged without its recipient and the answer of the server', async () => {
  await buy(buyer, shortName, { Conference: 1 })
  await shop.db.kysely.updateTable('mail').set({ recipient: EMAIL }).execute()
  mailServer.refuseNext(10, `<${EMAIL}>: Zenobia Quillington has moved, says 203.0.113.77`)
  const log = await loggedBy(runJobs, 'mail not sent')
  expect(log).toContain('451')
  expectNoPersonIn(log)
})

test('a request that fails at a rule of the database is logged without the row', async () => {
  await shop.db.pool.query(`alter table reservation add constraint nobody_of_that_name
    check (reservation::text !~ 'Zenobia')`)
  const log = await loggedBy(detailsOfZenobia, 'nobody_of_that_name')
  expectNoPersonIn(log)
  await shop.db.pool.query('alter table reservation drop constraint nobody_of_that_name')
})

test('a job that fails at a row is logged without the row', async () => {
  await detailsOfZenobia()
  await shop.db.pool.query(`
    create function tell_row() returns trigger language plpgsql as
    $$ begin raise exception 'invalid input: "%"', old using errcode = '22023', detail = old::text; end $$;
    create trigger tell_row before update or delete on reservation for each row execute function tell_row()`)
  clock.move(hours(2))
  const log = await loggedBy(runJobs, 'job failed at one row')
  expect(log).toContain('22023')
  expectNoPersonIn(log)
})

test('requests that fail, can not be read, or find nothing are logged without what was typed', async () => {
  const query = `email=${encodeURIComponent(EMAIL)}&name=Zenobia`
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: { ...FROM_AFAR, 'content-type': 'application/json' } })
  await shop.db.pool.query('alter table event rename to event_away')
  const log = await loggedBy(async () => {
    const failed = await ask(`/api/v2/public/event/${encodeURIComponent(EMAIL)}?${query}`)
    expect(failed.status).toBe(500)
    await ask(`/nowhere?${query}`)
    await ask(`/api/v2/public/event/told/reserve-tickets?${query}`, { method: 'POST', body: `{"email": ${EMAIL}` })
    await ask(`/%zz?${query}`)
  }, 'request failed')
  await shop.db.pool.query('alter table event_away rename to event')
  expect(log).toContain('/api/v2/public/event/:shortName')
  expectNoPersonIn(log)
})
