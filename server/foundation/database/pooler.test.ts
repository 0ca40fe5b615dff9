import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { startPgbouncer } from '../../../tools/pgbouncer.ts'
import { openDatabase } from './connect.ts'

const { connection, url } = await testDatabase()

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
] as const)('a pooler of %s is refused with the reason', async (_, pooling) => {
  await expect(open(await throughPooler(pooling))).rejects.toThrow(/pool_mode = session/)
})

test('PostgreSQL itself and a pooler of sessions are taken', async () => {
  for (const databaseUrl of [url, await throughPooler({ poolMode: 'session' })]) {
    const opened = await open(databaseUrl)
    expect((await opened.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await opened.close()
  }
})
