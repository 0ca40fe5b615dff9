import { describe, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { startPgbouncer } from '../../../tools/pgbouncer.ts'
import { testSealing } from '#tests/support/database/test-sealing.ts'
import { endOf, openDatabase, openPooled } from './connect.ts'
import { database, statement, transaction } from './database.ts'
import { TIMEOUTS } from './run.ts'

const { connection, pool, url } = await testDatabase()
const ONE = statement<{ one: number }>('pooler-test', 'select 1 as one')

type Pooling = Omit<Parameters<typeof startPgbouncer>[0], 'server'>

async function throughPooler(pooling: Pooling): Promise<string> {
  const pooler = await startPgbouncer({ server: connection, ...pooling })
  onTestFinished(pooler.stop)
  return pooler.url
}

const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataFolder: '/nowhere' })

test.each([
  ['transactions', { poolMode: 'transaction' }],
  ['transactions, of one connection', { poolMode: 'transaction', size: 1 }],
  ['transactions, its connections in turn', { poolMode: 'transaction', inTurn: true }],
  ['statements', { poolMode: 'statement' }],
] as const)('a pooler of %s is refused as DATABASE_URL, with the reason', async (_, pooling) => {
  await expect(open(await throughPooler(pooling))).rejects.toThrow(/DATABASE_POOL_URL.*pool_mode = session/)
})

describe('as DATABASE_POOL_URL, a pooler of transactions', () => {
  test('is refused while sessions have no limits of time, with the statements that set them', async () => {
    const pooler = await throughPooler({ poolMode: 'transaction' })
    await expect(openPooled(pooler)).rejects.toThrow(
      /alter role "\w+" in database "\w+" set statement_timeout = '30000'; .*set lock_timeout = '5000'.*;$/,
    )
  })

  test('is taken once they are set, and knows no statement by its name', async () => {
    const { rows } = await pool.query<{ role: string; name: string }>(
      'select current_user as role, current_database() as name',
    )
    const [{ role, name } = { role: '', name: '' }] = rows
    for (const [setting, milliseconds] of Object.entries(TIMEOUTS))
      await pool.query(`alter role "${role}" in database "${name}" set ${setting} = ${milliseconds}`)
    const pooled = await openPooled(await throughPooler({ poolMode: 'transaction', inTurn: true }))
    const db = database(pooled, testSealing)
    for (let round = 0; round < 20; round += 1) {
      expect(await db.query(ONE)).toEqual([{ one: 1 }])
      expect(await transaction(db, tx => tx.query(ONE))).toEqual([{ one: 1 }])
    }
    const { rows: prepared } = await pooled.query('select name from pg_prepared_statements')
    expect(prepared).toEqual([])
    await endOf(pooled)
  })
})

test('PostgreSQL itself and a pooler of sessions are taken', async () => {
  for (const databaseUrl of [url, await throughPooler({ poolMode: 'session' })]) {
    const opened = await open(databaseUrl)
    expect((await opened.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await opened.close()
  }
})
