import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { database } from '#server/foundation/database/database.ts'
import { hasDebianPostgresql } from '../../tools/debian-postgresql.ts'
import { testSealing } from '../support/database/test-sealing.ts'
import { isLongRun, isSecondTime } from '../support/run/repetitions.ts'
import { rushByCard } from '../support/several/card-rush.ts'
import { postgresqlPair } from '../support/several/postgresql-pair.ts'

/** Two PostgreSQL, which this file starts: a run on the second database would show the same again. */
const isShown = hasDebianPostgresql() && !isSecondTime()

const PURCHASES = Number(process.env['FOYER_PURCHASES'] ?? (isLongRun() ? 500 : 40))

const folder = await mkdtemp(join(tmpdir(), 'foyer-failover-'))
// As root, PostgreSQL runs as another user, who must be able to enter.
await chmod(folder, 0o711)
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))

test.skipIf(!isShown)(
  `of ${PURCHASES} purchases by card no order is lost when the database is killed and its standby takes over`,
  { timeout: 3_600_000 },
  async () => {
    const pair = await postgresqlPair(folder)
    try {
      const tally = await rushByCard({
        databaseUrl: pair.url,
        db: database(pair.opened.pool, testSealing),
        purchases: PURCHASES,
        troubles: [
          {
            after: 0.4,
            async happen(shops) {
              await pair.failOver()
              // No supervisor restarts a process that ends for this reason.
              await shops.whenReady()
            },
          },
        ],
      })
      console.log(`${tally.acknowledged.size} orders paid, ${tally.unavailable} answers 503, ${tally.cutOff} lost`)
    } finally {
      await pair.close()
    }
  },
)
