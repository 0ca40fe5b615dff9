import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { type Audience, type AudienceCount, countDeskAudience, sendDeskMessage } from '#contract/desk-messages.ts'
import {
  type PeopleList,
  type PeopleListPlan,
  importPeopleList,
  planPeopleList,
  uploadPeopleList,
} from '#contract/desk-people-list.ts'
import { anEventFile } from '#tests/builders/event-file.ts'
import { expectConsistentData } from '../support/database/consistency.ts'
import { aDeskMember } from '../support/organiser/order-desk.ts'
import { anOrganiser } from '../support/organiser/organiser.ts'
import { PATIENCE } from '../support/rush/rush-faults.ts'
import { testShop } from '../support/shop/test-shop.ts'

// Real processes that do what members have started, each killed (kill -9) in the middle of it: a trigger stops it there by
// waiting for a lock that the test holds.

const served = await testShop()
const { url, apiKey, shop, databaseUrl } = served
const { db } = shop
const organiser = await anOrganiser(url, apiKey)
const finance = await aDeskMember(served, organiser.organizationId, 'OWNER')
const folder = await mkdtemp(join(tmpdir(), 'foyer-desk-jobs-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const COUNT = 6
const LOCK = 20_261_127
const people = Array.from({ length: COUNT }, (_, index) => `Guest-${index},Person,guest-${index}@example.org`)

test('processes that die in an import of a list and in a message to a group import each row and write to each person once', async () => {
  const event = await organiser.open(anEventFile(shop.clock.now(), { slug: 'killed', seats: 20 }))
  const { id } = await db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', event)
    .executeTakeFirstOrThrow()
  const params = { eventId: String(id) }
  await startImport(params)
  await db.pool.query(`create function stop_here() returns trigger language plpgsql as $$ begin
    if (select count(*) from bulk_item where state = 'SUCCEEDED') >= tg_argv[0]::int then
      perform pg_advisory_xact_lock(${LOCK});
    end if;
    return new; end $$`)
  await dieAt('insert on reservation', 2)
  await expectConsistentData(db, event, { sold: 2, held: 0 })
  await dieAt(`update on bulk_item`, 4, `new.state = 'SUCCEEDED'`)
  await expectConsistentData(db, event, { sold: 4, held: 0 })
  await toItsEnd()
  await expectConsistentData(db, event, { sold: COUNT, held: 0 })
  const orders = await db.kysely.selectFrom('reservation').select('first_name').orderBy('first_name').execute()
  expect(orders.map(({ first_name }) => first_name)).toEqual(people.map(line => line.split(',')[0]))

  await startMessage(params)
  await dieAt('insert on mail', 0)
  expect(await messagesMailed()).toEqual([])
  await dieAt('update on group_message_person', 0, `new.state = 'QUEUED'`)
  expect(await messagesMailed()).toEqual([])
  await toItsEnd()
  await toItsEnd()
  expect(await messagesMailed()).toEqual(people.map(line => line.split(',')[2]))
})

async function startImport(params: { readonly eventId: string }): Promise<void> {
  const answer = await fetch(`${url}${uploadPeopleList.path.replace(':eventId', params.eventId)}`, {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: `foyer_desk=${finance.cookie()}`,
      'content-type': 'application/octet-stream',
    },
    body: ['First name,Last name,E-mail', ...people].join('\n'),
  })
  const { listId, roles } = (await answer.json()) as PeopleList
  const { id: categoryId } = await db.kysely.selectFrom('ticket_category').select('id').executeTakeFirstOrThrow()
  const body = { roles, way: 'PAID', categoryId, isMailed: false } as const
  const planned = await finance.ask(planPeopleList, { params: { ...params, listId }, body })
  const { seen } = planned.body as PeopleListPlan
  const started = await finance.ask(importPeopleList, {
    params: { ...params, listId },
    body: { ...body, seen, requestId: 'import' },
  })
  expect(started.status, JSON.stringify(started.body)).toBe(200)
}

async function startMessage(params: { readonly eventId: string }): Promise<void> {
  const audience: Audience = { to: 'ATTENDEES' }
  const counted = await finance.ask(countDeskAudience, { params, body: { audience, purpose: 'TICKET' } })
  const { seen } = counted.body as AudienceCount
  const texts = { en: { subject: 'Doors', text: 'They open at eight.' } }
  const sent = await finance.ask(sendDeskMessage, {
    params,
    body: { audience, purpose: 'TICKET', texts, seen, requestId: 'message' },
  })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
}

async function messagesMailed(): Promise<string[]> {
  const mails = await db.kysely
    .selectFrom('mail')
    .select('recipient')
    .where('subject', '=', 'Doors')
    .orderBy('recipient')
    .execute()
  return mails.map(({ recipient }) => recipient)
}

/** A process comes to this step once so many rows are imported, and is killed there. */
async function dieAt(on: string, imported: number, when = 'true'): Promise<void> {
  await db.pool.query(
    `create trigger stop before ${on} for each row when (${when}) execute function stop_here(${imported})`,
  )
  const holder = await db.pool.connect()
  try {
    await holder.query(`select pg_advisory_lock(${LOCK})`)
    const worker = work()
    await untilStopped(worker)
    const gone = once(worker, 'exit')
    worker.kill('SIGKILL')
    await gone
    await holder.query(`select pg_advisory_unlock(${LOCK})`)
  } finally {
    holder.release()
  }
  const table = on.replace(/^.* on /, '')
  // PostgreSQL notices that the client is gone, and rolls back what was begun.
  await vi.waitUntil(async () => {
    const { rowCount } = await db.pool.query(
      `select from pg_locks where relation = '${table}'::regclass and pid <> pg_backend_pid()`,
    )
    return rowCount === 0
  }, PATIENCE)
  await db.pool.query(`drop trigger stop on ${table}`)
  // An hour later a row that a process had taken is another's.
  await db.pool.query(`update bulk_item set not_before = not_before - interval '1 hour' where not_before is not null`)
}

async function toItsEnd(): Promise<void> {
  const [code] = await once(work(), 'exit')
  expect(code).toBe(0)
}

function work(): ChildProcess {
  const script = join(import.meta.dirname, '../support/database/work-for-desk.ts')
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
