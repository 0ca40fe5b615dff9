import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { signInCallbackPath } from '#contract/paths.ts'
import { database } from '#server/foundation/database/database.ts'
import { hasDebianPostgresql } from '../../tools/debian-postgresql.ts'
import { openIdProvider } from '../fakes/openid-provider.ts'
import type { TestBrowser } from '../support/buyer/signing-in.ts'
import { testSealing } from '../support/database/test-sealing.ts'
import { randomNumbers } from '../support/run/random-numbers.ts'
import { isLongRun, isSecondTime } from '../support/run/repetitions.ts'
import { serverUnderRush } from '../support/rush/rush-database.ts'
import { SHORT_NAME, rushByCard } from '../support/several/card-rush.ts'
import { BASE_URL } from '../support/several/several-shops.ts'
import { expectCountedTogether, expectSignedInEverywhere, signedIn } from '../support/several/shared-by-all.ts'
import { databaseAway, endings } from '../support/several/troubles.ts'

/**
 * Several processes on one PostgreSQL, which this file starts: a run on the second database would show the same again.
 */
const isShown = hasDebianPostgresql() && !isSecondTime()

const seed = Number(process.env['FOYER_SEED'] ?? randomInt(1_000_000))
const PURCHASES = Number(process.env['FOYER_PURCHASES'] ?? (isLongRun() ? 5000 : 60))
const PROCESSES_ENDED = isLongRun() ? 40 : 2
const AWAY_MS = isLongRun() ? 30_000 : 3_000

const provider = await openIdProvider([BASE_URL + signInCallbackPath])
const folder = await mkdtemp(join(tmpdir(), 'foyer-several-'))
// As root, PostgreSQL runs as another user, who must be able to enter.
await chmod(folder, 0o711)
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))

test.skipIf(!isShown)(
  `${PURCHASES} purchases by card on three processes that end by chance, and while the database is away (seed ${seed})`,
  { timeout: 3_600_000 },
  async () => {
    const held = await serverUnderRush(folder)
    const db = database(held.opened.pool, testSealing)
    let browser: TestBrowser | undefined
    try {
      const tally = await rushByCard({
        databaseUrl: held.url,
        db,
        purchases: PURCHASES,
        troubles: [...endings(PROCESSES_ENDED, randomNumbers(seed)), databaseAway(held, 0.6, AWAY_MS)],
        before: async shops => {
          browser = await signedIn(shops, provider, db)
          await expectSignedInEverywhere(shops, browser)
          await expectCountedTogether(shops, SHORT_NAME)
        },
        // The processes are new, the visitor stays signed in.
        afterwards: async shops => {
          if (browser) await expectSignedInEverywhere(shops, browser)
        },
      })
      console.log(`${tally.acknowledged.size} orders paid, ${tally.unavailable} answers 503, ${tally.cutOff} lost`)
      expect(tally.unavailable).toBeGreaterThan(0)
    } finally {
      await held.close()
    }
  },
)
