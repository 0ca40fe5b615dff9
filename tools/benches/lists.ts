import { pino } from 'pino'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EVENTS_ON_A_PAGE, MAX_EVENTS_ON_HOME } from '#contract/limits.ts'
import { searchWords } from '#domain/catalog/catalog/find-events.ts'
import { listedEvents } from '#server/catalog/browse/listed-events.ts'
import { listState, listedIds } from '#server/catalog/catalog/offers.ts'
import { loadSales } from '#server/catalog/catalog/sales.ts'
import { refreshSearch } from '#server/catalog/catalog/search-events.ts'
import { systemClock } from '#server/foundation/base/time.ts'
import { readConfig } from '#server/foundation/config/config.ts'
import { openShop } from '#server/shop.ts'
import { watchStatements } from '#tests/support/database/count-statements.ts'
import {
  connectionTo,
  createMigratedDatabase,
  dropDatabase,
  newDatabaseName,
  openTestServer,
} from '#tests/support/database/postgresql.ts'
import { seedEvents } from '#tests/support/organiser/many-events.ts'
import { describeMachine } from './machine.ts'
import { record, table } from './record.ts'
import { inMilliseconds, median, whole } from './timings.ts'
import { scaled } from './scale.ts'

/** What lists and the search cost with very many events: the statements, the answers of pages, and how PostgreSQL finds the words. */

const EVENTS = scaled(10_000, 60)
const ROUNDS = scaled(15, 2)

/** Invented words of syllables, some of them shared by many events; places by turns. */
const NAMES = `
  update purchase_context set
    title = jsonb_build_object('en', word(id, 1) || ' ' || word(id, 2) || case when id % 25 = 0 then ' Harmonie' else '' end,
      'de', word(id, 3) || case when id % 7 = 0 then ' Konzert' else ' Abend' end),
    description = jsonb_build_object('en', (select string_agg(word(id * 31 + n, n % 9), ' ') from generate_series(1, 80) as n),
      'de', (select string_agg(word(id * 17 + n, n % 8), ' ') from generate_series(1, 80) as n) ||
        case when id % 400 = 0 then ' Chandelier' else '' end);
  update event set location = (array['Tonhalle, Zürich', 'Bierhübeli, Bern', 'Via Nassa, Lugano', 'Genève'])[1 + id % 4]`

const WORDS = `
  create function word(seed bigint, part bigint) returns text immutable language sql as $$
    select string_agg((array['ba','ko','ri','mu','ten','sol','va','le','fi','dra','pe','nu'])[1 + (hash >> (n * 4)) % 12], '')
    from (select abs(hashint8(seed % 9000 * 10 + part))::bigint as hash) as hashed, generate_series(0, 3) as n $$`

const server = await openTestServer()
const name = newDatabaseName(process.pid)
await createMigratedDatabase(server.connection, name)
const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
const { host, user, password } = connectionTo(server.connection, name)
const url = `postgresql://${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password))}@/${name}?host=${encodeURIComponent(host ?? '')}`
const config = { ...readConfig({ defaultDataFolder: folder, FOYER_SAMPLE: 'no' }), databaseUrl: url }
const shop = await openShop({ config, clock: systemClock(), logger: pino({ level: 'silent' }) })

try {
  const now = shop.clock.now()
  await seedEvents(shop.pool, { now, events: EVENTS, beginInDays: 40, seats: 5 })
  await shop.pool.query(WORDS)
  await shop.pool.query(NAMES)
  const folding = await timed(() => refreshSearch(shop.db))
  await shop.pool.query('vacuum analyze')
  const ids = listedIds(await listState(shop.db, now, {}))
  const listed = listedEvents(shop)
  const rows: string[][] = [['', 'found', 'median']]
  const measure = async (what: string, work: () => Promise<number>): Promise<void> => {
    const found = await work()
    const taken: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) taken.push(await timed(work))
    rows.push([what, whole(found), inMilliseconds(median(taken))])
  }
  const search = (text: string) => () => {
    shop.catalog.offerChanged({ id: 0, shortName: '' })
    return listState(shop.db, now, { words: searchWords(text) }).then(state => listedIds(state).length)
  }
  await measure('state of the whole list', async () => listedIds(await listState(shop.db, now, {})).length)
  await measure(
    'sales of the home page',
    async () => (await loadSales(shop, ids.slice(0, MAX_EVENTS_ON_HOME), now)).size,
  )
  await measure(
    `sales of ${EVENTS_ON_A_PAGE} events`,
    async () => (await loadSales(shop, ids.slice(0, EVENTS_ON_A_PAGE), now)).size,
  )
  await measure(`sales of all events, which no page reads`, async () => (await loadSales(shop, ids, now)).size)
  await measure(
    'a page of the list, kept for less than a second',
    async () => (await listed({ from: 0 })).value.events.length,
  )
  for (const text of ['Zuerich', 'harmonie', 'konzert bern', 'ab', 'Chandeleir', 'zzzzzz']) {
    await measure(`search for "${text}"`, search(text))
  }
  record('lists', 'Lists and search', [
    await describeMachine(),
    '',
    `${whole(EVENTS)} public events with texts in two languages and five seats each; folding the texts of all of them, once: ${(folding / 1000).toFixed(1)} s. Medians of ${ROUNDS} rounds.`,
    '',
    ...table(rows),
    '',
    'How PostgreSQL finds the events of "Zuerich", of a part of a word, and writes their list:',
    '',
    '```',
    ...(await planOfLongest(search('Zuerich'))),
    '```',
    '',
    'And the sales of a page:',
    '',
    '```',
    ...(await planOf(
      `select event.id, exists (select from ticket where event_id = event.id and ticket.status in ('FREE') and coalesce(category_id, 0) = 0) from event where id = any ('{${ids.slice(0, EVENTS_ON_A_PAGE).join()}}')`,
    )),
    '```',
  ])
} finally {
  await shop.close()
  await dropDatabase(server.connection, name)
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function planOfLongest(work: () => Promise<unknown>): Promise<string[]> {
  const [longest] = (await watchStatements(work)).toSorted((one, other) => other.took - one.took)
  return planOf(longest?.text ?? '', longest?.values)
}

async function planOf(statement: string, values: readonly unknown[] = []): Promise<string[]> {
  const { rows } = await shop.pool.query<Record<string, string>>(
    `explain (analyze, costs off, buffers off) ${statement}`,
    [...values],
  )
  return rows.map(row => row['QUERY PLAN'] ?? '')
}
