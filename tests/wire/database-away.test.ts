import { afterEach, expect, test } from 'vitest'
import { getLiveness, getReadiness } from '#contract/health.ts'
import { listEvents } from '#contract/event.ts'
import { eventsPath } from '#contract/paths.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { expectConsistentData } from '../support/database/consistency.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { databaseAccess } from '../support/database/database-access.ts'
import { untilWaiting } from '../support/database/database-waits.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { PAY_BY, codesOf, hold, pay, readyToPay, reserve, statusOf } from '../support/buyer/purchase.ts'
import { testShop } from '../support/shop/test-shop.ts'

const { url, apiKey, shop, runJobs } = await testShop()
const { db } = shop
const database = await databaseAccess(db.pool)
const organiser = await anOrganiser(url, apiKey)
const buyer = aBuyer(url)
await buyer.arrive()

afterEach(() => database.open())

let number = 0
const anEvent = (): Promise<string> => {
  number += 1
  return organiser.open(anEventFile(shop.clock.now(), { slug: `away-${number}`, seats: 5 }))
}

test('while the database is away answers say when to come back, and calls work at once when it is there', async () => {
  const shortName = await anEvent()
  const id = await hold(buyer, shortName, { Conference: 2 })
  await database.close()
  for (const answer of [await buyer.ask(listEvents, {}), await pay(buyer, id)]) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(answer.value).toMatch(/^try again: .*nothing was changed$/)
  }
  await database.open()
  expect(await statusOf(buyer, id)).toBe('PENDING')
})

test('a reader gets a page that says so, in their language and in no cache', async () => {
  await database.close()
  const headers = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'de-CH,de;q=0.9' }
  const answer = await fetch(url + eventsPath, { headers })
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
    503,
    '2',
    'no-store',
  ])
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await answer.text()).toMatch(/<html lang="de">[^]*<h1>Einen Moment bitte<\/h1>/)
})

test('a process without its database is live and not ready', async () => {
  expect((await buyer.ask(getReadiness, {})).value).toMatchObject({ status: 'ready', migrations: 'done', jobs: 'none' })
  await database.close()
  await expect.poll(async () => (await buyer.ask(getReadiness, {})).status).toBe(503)
  expect((await buyer.ask(getReadiness, {})).value).toMatchObject({ status: 'not-ready', database: 'away' })
  expect((await buyer.ask(getLiveness, {})).status).toBe(200)
})

test('a process whose server only reads is not ready, and sells as soon as one is there that writes', async () => {
  const id = await readyToPay(buyer, await anEvent(), { Conference: 1 })
  await setReadOnly('on')
  const refused = await pay(buyer, id)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect(refused.value).toMatch(/nothing was changed$/)
  await expect.poll(async () => (await buyer.ask(getReadiness, {})).value).toMatchObject({ database: 'away' })
  // Connections that only read stay open, as they do when an address has moved on to another server.
  await setReadOnly('off', { ends: false })
  await expect.poll(async () => (await pay(buyer, id)).status).toBe(200)
  await expect.poll(async () => (await buyer.ask(getReadiness, {})).status).toBe(200)
})

/** As of a standby: for connections that are opened from now on, which are all where the others are ended. */
async function setReadOnly(isOn: 'on' | 'off', { ends = true } = {}): Promise<void> {
  const client = await db.pool.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    await client.query('set session characteristics as transaction read write')
    await client.query(`alter database ${rows[0]?.name ?? ''} set default_transaction_read_only = ${isOn}`)
    if (ends)
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
  } finally {
    client.release(true)
  }
}

test('a process whose database lacks a migration is not ready', async () => {
  await db.pool.query(`update migration set name = 'not-' || name`)
  await expect.poll(async () => (await buyer.ask(getReadiness, {})).value).toMatchObject({ migrations: 'missing' })
  await db.pool.query(`update migration set name = substring(name from 5)`)
  await expect.poll(async () => (await buyer.ask(getReadiness, {})).status).toBe(200)
})

test('a reservation whose connection is lost while it is stored says that it may have been made', async () => {
  const shortName = await anEvent()
  await db.pool.query(`
    create function end_here() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create constraint trigger ends after insert on reservation deferrable initially deferred
      for each row execute function end_here()`)
  const answer = await reserve(buyer, shortName, { Conference: 1 })
  await db.pool.query('drop function end_here() cascade')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(answer.value).toMatch(/may have been done/)
  await expectConsistentData(db, shortName, { held: 0 })
})

test('Pay is done from its commit on, even when the connection is lost while the tickets are made', async () => {
  const shortName = await anEvent()
  const id = await readyToPay(buyer, shortName, { Conference: 2 })
  await db.pool.query(`
    create function end_here() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create trigger ends before insert on mail for each row execute function end_here()`)
  const answer = await pay(buyer, id, PAY_BY.ON_SITE)
  expect([answer.status, await statusOf(buyer, id)]).toEqual([200, 'FINALIZING'])
  await db.pool.query('drop function end_here() cascade')
  expect((await pay(buyer, id, PAY_BY.ON_SITE)).status).toBe(200)
  await runJobs()
  expect(await statusOf(buyer, id)).toBe('COMPLETE')
  await expectConsistentData(db, shortName, { sold: 2 })
})

test('seats that another transaction keeps for too long are refused as busy, not as sold out', async () => {
  const shortName = await anEvent()
  const other = await db.pool.connect()
  await other.query('begin; select from ticket for update')
  const answer = reserve(buyer, shortName, { Conference: 1 })
  await untilWaiting(db.pool, answer)
  const { status, value } = await answer
  await other.query('rollback')
  other.release()
  expect([status, codesOf({ value })]).toEqual([503, []])
  expect((await reserve(buyer, shortName, { Conference: 5 })).status).toBe(200)
})
