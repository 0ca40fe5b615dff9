import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { instant } from '#domain/foundation/instant.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { countAudit, expectConsistentData, mailsOf } from '../support/database/consistency.ts'
import { type Buyer, aBuyer } from '../support/buyer/buyer.ts'
import { PRIVATE_INVOICE } from '../support/organiser/invoice.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { PAY_BY, filledIn, hold, infoOf, pay, sendDetails, statusOf } from '../support/buyer/purchase.ts'
import { startShopProcess } from '../support/shop/shop-process.ts'
import { testDatabase } from '../support/database/test-database.ts'

// A real process, killed (kill -9) while it finishes orders that were paid. Each order has been stopped at another step, by a trigger that
// waits for a lock the test holds; each is of another organisation, whose numbers the others don't wait for.

const { db, url: databaseUrl } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'foyer-crash-'))
const API_KEY = 'the-system-key-of-a-shop-that-crashes'
const BY_KEY = { authorization: `ApiKey ${API_KEY}` }
const settings = { VAT_NR: 'CHE-123.456.788', INVOICE_ADDRESS: 'Via Nassa 12\n6900 Lugano' }

/** A URL has no host for a socket; one that is named beside it counts. */
const ENVIRONMENT = {
  DATABASE_URL: databaseUrl,
  FOYER_DATA: folder,
  FOYER_API_KEY: API_KEY,
}

const start = (...options: string[]) => startShopProcess(ENVIRONMENT, options)

/** Takes payments and leaves finishing orders to others. */
let shop = await start('--web-only')

afterAll(async () => {
  await shop.stop()
  await rm(folder, { recursive: true, force: true })
})

type Way = 'ON_SITE' | 'OFFLINE'

/** An order that is stopped before `step`, which is written with the `when` of its trigger. */
type Crash = { readonly way: Way; readonly step: string; readonly on: string; readonly when: string }

const ofOrder = (column: string) => `new.${column} = '{order}'`
const NUMBERED = `new.invoice_number is not null and old.invoice_number is null and ${ofOrder('id')}`
const audited = (type: string) => `new.type = '${type}' and ${ofOrder('reservation_id')}`

/** What finishing an order writes, in its order. */
const CRASHES: readonly Crash[] = [
  { way: 'ON_SITE', step: 'a ticket is good', on: 'update on ticket', when: ofOrder('reservation_id') },
  {
    way: 'ON_SITE',
    step: 'the order is complete',
    on: 'update on reservation',
    when: `new.status = 'COMPLETE' and ${ofOrder('id')}`,
  },
  {
    way: 'ON_SITE',
    step: 'the number is taken',
    on: 'insert on billing_number',
    when: 'new.organization_id = {organization}',
  },
  { way: 'ON_SITE', step: 'the order has its number', on: 'update on reservation', when: NUMBERED },
  { way: 'ON_SITE', step: 'the invoice is there', on: 'insert on billing_document', when: ofOrder('reservation_id') },
  { way: 'ON_SITE', step: 'the invoice is noted', on: 'insert on audit', when: audited('BILLING_DOCUMENT_GENERATED') },
  { way: 'ON_SITE', step: 'the mails are queued', on: 'insert on mail', when: ofOrder('reservation_id') },
  { way: 'ON_SITE', step: 'the end is noted', on: 'insert on audit', when: audited('RESERVATION_COMPLETE') },
  {
    way: 'OFFLINE',
    step: 'the transfer is awaited',
    on: 'update on reservation',
    when: `new.status = 'OFFLINE_PAYMENT' and ${ofOrder('id')}`,
  },
  { way: 'OFFLINE', step: 'the order has its number', on: 'update on reservation', when: NUMBERED },
  { way: 'OFFLINE', step: 'the mails are queued', on: 'insert on mail', when: ofOrder('reservation_id') },
]

const LOCK = 20_261_121

type Order = Crash & { readonly id: string; readonly event: string; readonly organizationId: number }

test('a shop that dies at any step of finishing orders finishes them after all, each with one number', async () => {
  const orders: Order[] = []
  for (const [index, crash] of CRASHES.entries()) orders.push(await anOrder(crash, index))
  await dieWhileFinishing(orders)
  expect(await numbersOf(orders)).toEqual(orders.map(() => null))

  shop = await start()
  await finishWhatIsDue()
  expect(await numbersOf(orders)).toEqual(orders.map(() => '1'))
  for (const order of orders) await expectFinished(order)

  for (const { event } of orders) {
    const buyer = aBuyer(shop.url)
    const next = await ready(buyer, event)
    expect((await pay(buyer, next)).status).toBe(200)
    expect(await statusAfter(buyer, next)).toBe('COMPLETE')
    expect(await numbersOf([{ id: next }])).toEqual(['2'])
  }
})

/** The page after Pay waits until the tickets are there. */
const statusAfter = async (buyer: Buyer, id: string) => (await infoOf(buyer, id)).status

async function anOrder(crash: Crash, index: number): Promise<Order> {
  const { open, organizationId } = await anOrganiser(shop.url, API_KEY, `Club ${index}`)
  const event = await open(anEventFile(instant(Date.now()), { slug: `crash-${index}`, settings }))
  return { ...crash, event, organizationId, id: await ready(aBuyer(shop.url), event) }
}

async function ready(buyer: Buyer, event: string): Promise<string> {
  const id = await hold(buyer, event, { Conference: 1 })
  const details = await sendDetails(buyer, id, { ...filledIn(await infoOf(buyer, id)), ...PRIVATE_INVOICE })
  expect(details.status).toBe(200)
  return id
}

/** Kills the shop when every order has come to its step; the buyers have the answer that Pay is accepted. */
async function dieWhileFinishing(orders: readonly Order[]): Promise<void> {
  const holder = await db.pool.connect()
  await db.pool.query(`create function stop_here() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(${LOCK}); return new; end $$`)
  for (const [index, order] of orders.entries()) await db.pool.query(triggerOf(order, index))
  await holder.query(`select pg_advisory_lock(${LOCK})`)
  for (const { id, way } of orders) expect((await pay(aBuyer(shop.url), id, PAY_BY[way])).status).toBe(200)
  const worker = finishEach(orders.map(({ id }) => id))
  await untilStopped(orders.length)
  await worker.kill()
  await shop.kill()
  await holder.query(`select pg_advisory_unlock(${LOCK})`)
  holder.release()
  // Waits until PostgreSQL has noticed that the client is gone, and has rolled everything back.
  await db.pool.query('drop function stop_here() cascade')
}

/** Each in a transaction of its own, all at once. */
function finishEach(ids: readonly string[]): { kill(): Promise<void> } {
  const script = join(import.meta.dirname, '../support/database/finish-orders.ts')
  const environment = { ...process.env, ...ENVIRONMENT, FOYER_LOG: 'error' }
  const worker = spawn(process.execPath, ['--import', './tools/end-with-parent.mjs', script, ...ids], {
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return {
    kill: async () => {
      const gone = once(worker, 'exit')
      worker.kill('SIGKILL')
      await gone
    },
  }
}

function triggerOf({ on, when, id, organizationId }: Order, index: number): string {
  const condition = when.replace('{order}', id).replace('{organization}', String(organizationId))
  return `create trigger stop_${index} before ${on} for each row when (${condition}) execute function stop_here()`
}

async function untilStopped(count: number): Promise<void> {
  for (;;) {
    const { rowCount } = await db.pool.query(
      `select from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`,
    )
    if (rowCount === count) return
  }
}

async function finishWhatIsDue(): Promise<void> {
  const answer = await fetch(`${shop.url}/dev/jobs/run`, { method: 'POST', headers: BY_KEY })
  expect(answer.status).toBe(200)
}

async function numbersOf(orders: readonly { readonly id: string }[]): Promise<(string | null)[]> {
  const rows = await db.kysely.selectFrom('reservation').select(['id', 'invoice_number']).execute()
  const numbers = new Map(rows.map(row => [row.id, row.invoice_number]))
  return orders.map(({ id }) => numbers.get(id) ?? null)
}

async function expectFinished({ way, step, id, event }: Order): Promise<void> {
  const documents = await db.kysely
    .selectFrom('billing_document')
    .select(['type', 'number', 'status'])
    .where('reservation_id', '=', id)
    .execute()
  const found = {
    status: await statusOf(aBuyer(shop.url), id),
    documents,
    ends: await countAudit(db, id, 'RESERVATION_COMPLETE'),
    mails: await mailsOf(db, id),
  }
  const holders = way === 'ON_SITE' ? ['ada1@example.org'] : []
  expect({ step, ...found }).toEqual({
    step,
    status: way === 'OFFLINE' ? 'OFFLINE_PAYMENT' : 'COMPLETE',
    documents: [{ type: 'INVOICE', number: '1', status: 'VALID' }],
    ends: 1,
    mails: [...holders, 'ada@example.org', expect.stringMatching(/^hello@club-/)],
  })
  await expectConsistentData(db, event)
}
