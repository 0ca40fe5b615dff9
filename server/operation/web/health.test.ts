import Fastify from 'fastify'
import { Pool } from 'pg'
import { expect, test } from 'vitest'
import { getReadiness } from '#contract/health.ts'
import { connectionPool } from '#server/foundation/database/connect.ts'
import { database } from '#server/foundation/database/database.ts'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { testSealing } from '#tests/support/database/test-sealing.ts'
import { startPgbouncer } from '../../../tools/pgbouncer.ts'
import { healthRoutes } from './health.ts'

const { pool, connection } = await testDatabase()

async function readinessOn(on: Pool): Promise<unknown> {
  const app = Fastify()
  await app.register(healthRoutes({ db: database(on, testSealing), jobsHealth: () => 'none' }))
  const answer = await app.inject({ method: 'GET', url: getReadiness.path })
  await app.close()
  return { code: answer.statusCode, ...answer.json<object>() }
}

test('a shop whose database is there, and read as it should be, is ready', async () => {
  expect(await readinessOn(pool)).toMatchObject({ code: 200, status: 'ready', database: 'reachable' })
})

test('a shop that reads another date than the one that is stored is not ready', async () => {
  const asDates = new Pool({ ...connection, max: 2 })
  const answer = await readinessOn(asDates)
  await asDates.end()
  expect(answer).toMatchObject({ code: 503, status: 'not-ready', database: 'misread' })
})

test('a shop whose pooler has begun to keep a connection for one transaction only is not ready', async () => {
  const pooler = await startPgbouncer({ server: connection, poolMode: 'transaction', inTurn: true })
  const pooled = connectionPool({ connectionString: pooler.url }, 3)
  // Its pooler keeps several connections by then.
  await Promise.all([1, 2, 3].map(() => pooled.query('select pg_sleep(0.05)')))
  const answer = await readinessOn(pooled)
  await pooled.end()
  await pooler.stop()
  expect(answer).toMatchObject({ code: 503, status: 'not-ready', database: 'pooled' })
})
