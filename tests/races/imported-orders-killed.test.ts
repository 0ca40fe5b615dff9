import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { anEventFile } from '#tests/builders/event-file.ts'
import { aBuyer } from '../support/buyer/buyer.ts'
import { categoryIds } from '../support/buyer/purchase.ts'
import { expectConsistentData } from '../support/database/consistency.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { anOrderFor, bring, progressOf } from '../support/organiser/ticket-desk.ts'
import { expectNumbersWithoutGap } from '../support/rush/consistent-after-rush.ts'
import { isLongRun } from '../support/run/repetitions.ts'
import { PATIENCE } from '../support/rush/rush-faults.ts'
import { testShop } from '../support/shop/test-shop.ts'

// Real processes that make imported orders, each killed (kill -9) at another step of one of them: a trigger stops it
// there by waiting for a lock that the test holds.

const { url, apiKey, shop, databaseUrl } = await testShop()
const { db } = shop
const organiser = await anOrganiser(url, apiKey)
const folder = await mkdtemp(join(tmpdir(), 'foyer-brought-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What making an order writes, in its order. */
const STEPS: readonly { readonly step: string; readonly on: string; readonly when: string }[] = [
  { step: 'seats are held', on: 'update on ticket', when: `new.status = 'PENDING' and old.status = 'FREE'` },
  { step: 'the order is there', on: 'insert on reservation', when: 'true' },
  {
    step: 'the buyer is named',
    on: 'update on reservation',
    when: 'old.first_name is null and new.first_name is not null',
  },
  {
    step: 'the ticket is named',
    on: 'update on ticket',
    when: 'old.first_name is null and new.first_name is not null',
  },
  { step: 'it is confirmed', on: 'update on reservation', when: `new.status = 'FINALIZING'` },
  { step: 'the ticket is good', on: 'update on ticket', when: `new.status = 'ACQUIRED'` },
  { step: 'it is complete', on: 'update on reservation', when: `new.status = 'COMPLETE' and old.status <> 'COMPLETE'` },
  { step: 'it has a number', on: 'insert on billing_document', when: 'true' },
  { step: 'its place in the list is done', on: 'update on order_import_row', when: `new.status = 'MADE'` },
]

/** In `npm test` the first, one in the middle, and the last: a process takes seconds to begin. */
const TAKEN = isLongRun() ? STEPS : STEPS.filter((_, index) => index % 4 === 0)

/** So many orders are made before the next process is stopped. */
const BETWEEN = 2
const COUNT = (TAKEN.length + 1) * BETWEEN
const LOCK = 20_261_125

test('processes that die at any step leave no order of a list doubled, halved or lost', async () => {
  const settings = {
    VAT_NR: 'CHE-123.456.788',
    INVOICE_ADDRESS: 'Via Nassa 12\n6900 Lugano',
    GENERATE_ONLY_INVOICE: true,
  }
  const event = await organiser.open(anEventFile(shop.clock.now(), { slug: 'brought', seats: 60, settings }))
  const conference = (await categoryIds(aBuyer(url), event)).get('Conference') ?? 0
  const names = Array.from({ length: COUNT }, (_, index) => `Guest-${index}`)
  const list = await bring(
    organiser.api,
    event,
    names.map(name => anOrderFor(name, conference)),
  )
  await db.pool.query(`create function stop_here() returns trigger language plpgsql as $$ begin
    if (select count(*) from order_import_row where status = 'MADE') >= tg_argv[0]::int then
      perform pg_advisory_xact_lock(${LOCK});
    end if;
    return new; end $$`)
  for (const [index, { step, on, when }] of TAKEN.entries()) {
    const made = (index + 1) * BETWEEN
    await db.pool.query(
      `create trigger stop before ${on} for each row when (${when}) execute function stop_here(${made})`,
    )
    await dieWhileMaking()
    expect([step, ...(await progressOf(organiser.api, event, list))]).toEqual([step, made, COUNT - made, 0])
    await db.pool.query(`drop trigger stop on ${on.replace(/^.* on /, '')}`)
    await expectConsistentData(db, event, { sold: made, held: 0 })
  }
  await once(makeOrders(), 'exit')
  expect(await progressOf(organiser.api, event, list)).toEqual([COUNT, 0, 0])
  await expectConsistentData(db, event, { sold: COUNT, held: 0 })
  await expectNumbersWithoutGap(db, event)
  const orders = await db.kysely.selectFrom('reservation').select('first_name').execute()
  expect(orders).toHaveLength(COUNT)
  expect(new Set(orders.map(({ first_name }) => first_name))).toEqual(new Set(names))
})

async function dieWhileMaking(): Promise<void> {
  const holder = await db.pool.connect()
  try {
    await holder.query(`select pg_advisory_lock(${LOCK})`)
    const worker = makeOrders()
    await untilStopped(worker)
    const gone = once(worker, 'exit')
    worker.kill('SIGKILL')
    await gone
    await holder.query(`select pg_advisory_unlock(${LOCK})`)
  } finally {
    holder.release()
  }
  // PostgreSQL notices that the client is gone, and rolls back what was begun.
  await untilUnlocked()
}

function makeOrders() {
  const script = join(import.meta.dirname, '../support/database/make-orders.ts')
  const env = { ...process.env, DATABASE_URL: databaseUrl, FOYER_DATA: folder, FOYER_LOG: 'error' }
  return spawn(process.execPath, ['--import', './tools/end-with-parent.mjs', script], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

async function untilStopped(worker: ChildProcess): Promise<void> {
  await vi.waitUntil(async () => {
    if (worker.exitCode !== null) throw new Error('the process has ended without coming to its step')
    const { rowCount } = await db.pool.query(
      `select from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`,
    )
    return rowCount === 1
  }, PATIENCE)
}

/** Waits until no other connection holds a lock on the table of imported orders. */
async function untilUnlocked(): Promise<void> {
  await vi.waitUntil(async () => {
    const { rowCount } = await db.pool.query(
      `select from pg_locks where relation = 'order_import_row'::regclass and pid <> pg_backend_pid()`,
    )
    return rowCount === 0
  }, PATIENCE)
}
