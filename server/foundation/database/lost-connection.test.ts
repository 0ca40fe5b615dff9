import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { connectionPool } from './connect.ts'
import { type Tx, database, statement, transaction } from './database.ts'
import { TryAgain } from './try-again.ts'
import { testSealing } from '#tests/support/database/test-sealing.ts'

const { db, pool, connection } = await testDatabase()
await pool.query('create table note (text text)')

const ADD = statement<never>('add-note', 'insert into note values ($1)')
const SLEEP = statement<never>('sleep', 'select pg_sleep(60)')

async function notes(): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>('delete from note returning text')
  return rows.map(({ text }) => text)
}

/** As an administrator, a restart or a failover does. */
async function terminate({ client }: Tx): Promise<void> {
  const [{ pid } = { pid: 0 }] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows
  const ended = new Promise<void>(resolve => client.once('end', () => resolve()))
  await pool.query('select pg_terminate_backend($1)', [pid])
  await ended
}

test('a transaction whose connection is lost between two statements runs again on another one', async () => {
  let runs = 0
  const result = await transaction(db, async tx => {
    runs += 1
    await tx.query(ADD, [`run ${runs}`])
    if (runs === 1) await terminate(tx)
    await sql`insert into note values ('end')`.execute(tx.kysely)
    return 'done'
  })
  expect([result, runs]).toEqual(['done', 2])
  expect(await notes()).toEqual(['run 2', 'end'])
})

test('a connection that is lost each time is reported as lost after three attempts', async () => {
  let runs = 0
  const lost = transaction(db, async tx => {
    runs += 1
    await terminate(tx)
    await tx.query(ADD, ['never'])
  })
  await expect(lost).rejects.toMatchObject({ name: 'TryAgain', reason: 'away', isOutcomeUnknown: false })
  expect(runs).toBe(3)
  expect(await notes()).toEqual([])
})

test('a connection that is lost while committing leaves the outcome unknown and repeats nothing', async () => {
  await pool.query(`
    create function end_here() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create constraint trigger ends after insert on note deferrable initially deferred
      for each row when (new.text = 'fatal') execute function end_here()`)
  let runs = 0
  const lost = transaction(db, tx => {
    runs += 1
    return tx.query(ADD, ['fatal'])
  })
  await expect(lost).rejects.toMatchObject({ name: 'TryAgain', reason: 'away', isOutcomeUnknown: true })
  expect(runs).toBe(1)
})

test('statements outside of a transaction say so too when their connection is lost, and the next one works', async () => {
  const lost = [db.query(SLEEP), sql`select pg_sleep(60)`.execute(db.kysely)]
  const refusals = Promise.allSettled(lost)
  // One that is ending is listed for a while.
  const ended = new Set<number>()
  while (ended.size < lost.length) {
    const { rows } = await pool.query<{ pid: number }>(
      `select pid, pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'select pg_sleep%'`,
    )
    for (const { pid } of rows) ended.add(pid)
  }
  for (const refusal of await refusals)
    expect(refusal).toMatchObject({ status: 'rejected', reason: { reason: 'away' } })
  await db.query(ADD, ['after'])
  expect(await notes()).toEqual(['after'])
})

test('an absent database is reported as absent', async () => {
  const absent = connectionPool({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' })
  afterAll(() => absent.end())
  const connecting = transaction(database(absent, testSealing), async () => {})
  await expect(connecting).rejects.toMatchObject({ reason: 'away', stage: 'connecting', code: 'ECONNREFUSED' })
})

test('a lock that is not free in time is reported as busy', async () => {
  await transaction(db, async holder => {
    await holder.client.query('lock table note')
    const impatient = connectionPool({ ...connection, lock_timeout: 10 }, 1)
    const connecting = impatient.query('insert into note values (1)').finally(() => impatient.end())
    await expect(connecting).rejects.toMatchObject({ code: '55P03' })
  })
  const busy = transaction(db, tx =>
    sql`do $$ begin raise exception 'lost' using errcode = '55P03'; end $$`.execute(tx.kysely),
  )
  await expect(busy).rejects.toMatchObject({ name: 'TryAgain', reason: 'busy', isOutcomeUnknown: false })
})

test('a caller that waits too long for a free connection learns that the database is busy', async () => {
  const narrow = connectionPool({ ...connection, connectionTimeoutMillis: 500 }, 1)
  afterAll(() => narrow.end())
  const taken = await narrow.connect()
  await expect(database(narrow, testSealing).query(ADD, ['never'])).rejects.toMatchObject({
    reason: 'busy',
    stage: 'connecting',
  })
  taken.release()
})

test('a statement that failed rolls back the transaction, even when the code caught its error', async () => {
  const half = transaction(db, async tx => {
    await tx.query(ADD, ['half'])
    await sql`select 1 / 0`.execute(tx.kysely).catch(() => {})
  })
  await expect(half).rejects.toThrow(/nothing of it was kept/)
  expect(await notes()).toEqual([])
})

test('a mistake of ours is no reason to try again', async () => {
  const wrong = sql`select nothing`.execute(db.kysely)
  await expect(wrong).rejects.not.toBeInstanceOf(TryAgain)
})

test('every connection has limits for statements, locks and idle transactions', async () => {
  const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  const { rows } = await pool.query('select name, setting from pg_settings where name = any($1) order by name', [
    limits,
  ])
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '30000' },
    { name: 'lock_timeout', setting: '5000' },
    { name: 'statement_timeout', setting: '30000' },
  ])
})

test('work that takes as long as it takes lifts them for its transaction', async () => {
  const shown = await transaction(db, tx => tx.client.query('show statement_timeout'), { length: 'long' })
  expect(shown.rows).toEqual([{ statement_timeout: '0' }])
})

describe('a server that another one has taken over from only reads', () => {
  /** Two connections in their state after that; those that are opened anew lead to the one that writes. */
  async function demoted() {
    const both = connectionPool(connection, 2)
    afterAll(() => both.end())
    const clients = await Promise.all([both.connect(), both.connect()])
    for (const client of clients) {
      await client.query('set session characteristics as transaction read only')
      client.release()
    }
    return { both, former: database(both, testSealing) }
  }

  test('a transaction runs again at the other one, whichever connection it gets', async () => {
    const { former } = await demoted()
    let runs = 0
    await transaction(former, async tx => {
      runs += 1
      await tx.query(ADD, [`run ${runs}`])
    })
    expect([runs, await notes()]).toEqual([2, ['run 2']])
  })

  test('a statement on its own is reported as away and not done; no connection of that age is used again', async () => {
    const { both, former } = await demoted()
    const connecting = former.query(ADD, ['never'])
    await expect(connecting).rejects.toMatchObject({
      name: 'TryAgain',
      reason: 'away',
      code: '25006',
      isOutcomeUnknown: false,
    })
    await Promise.all(['one', 'two'].map(text => former.query(ADD, [text])))
    expect((await notes()).toSorted()).toEqual(['one', 'two'])
    expect(both.totalCount).toBeLessThanOrEqual(2)
  })

  test('reads do not go on at the former one either', async () => {
    const { former } = await demoted()
    await former.query(ADD, ['never']).catch(() => {})
    const { rows } = await sql<{ isReadOnly: string }>`
      select current_setting('transaction_read_only') as "isReadOnly"`.execute(former.kysely)
    expect(rows).toEqual([{ isReadOnly: 'off' }])
  })
})
