import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { routeSchema } from '#contract/call.ts'
import { type Readiness, getLiveness, getReadiness } from '#contract/health.ts'
import { type Database, statement } from '#server/foundation/database/database.ts'
import { hasLostItsProcess } from '#server/foundation/database/pooler.ts'
import { areNamesKept } from '#server/foundation/database/run.ts'
import { readMigrations } from '#server/foundation/database/migrate.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { JobsHealth } from '#server/foundation/jobs/health.ts'
import { briefMemory } from '#server/foundation/memory/brief-memory.ts'
import { within } from '#server/foundation/base/time.ts'

type Sources = { readonly db: Database; readonly jobsHealth: () => JobsHealth }

/**
 * For operators of the process. Alive: it answers, whatever else is broken, so that a shop whose database is away is
 * not restarted. Ready: buyers may be sent here.
 */
export function healthRoutes(sources: Sources): FastifyPluginAsyncTypebox {
  return async app => {
    // Any client may ask, so the database is asked a few times a second at most.
    const database = briefMemory({ milliseconds: 250, capacity: 1, load: () => askDatabase(sources.db) })
    let isStopping = false
    app.addHook('preClose', async () => {
      isStopping = true
    })

    app.get(getLiveness.path, { schema: routeSchema(getLiveness) }, async (_request, reply) =>
      reply.header('Cache-Control', 'no-store').send({ status: 'alive' }),
    )
    app.get(getReadiness.path, { schema: routeSchema(getReadiness) }, async (_request, reply) => {
      const parts = { ...(await database.get('database')), jobs: sources.jobsHealth(), isStopping }
      const isReady =
        parts.database === 'reachable' && parts.migrations === 'done' && parts.jobs !== 'late' && !isStopping
      reply.header('Cache-Control', 'no-store')
      if (isReady) return reply.code(200).send({ status: 'ready', ...parts })
      return reply
        .code(503)
        .header('Retry-After', '2')
        .send({ status: 'not-ready', ...parts })
    })
  }
}

const PATIENCE_MS = 2000

/**
 * A server that only reads is none to sell on: another one has taken over from it, or is about to.
 * What a newer Foyer has added to the database is no reason to stop: both work while one takes over from the other.
 */
async function askDatabase(db: Database): Promise<DatabaseState> {
  const sources = readState(db)
  const isAnswered = await within(PATIENCE_MS, sources).catch(() => false)
  return isAnswered ? sources : { database: 'away', migrations: 'unknown' }
}

type DatabaseState = Pick<Readiness, 'database' | 'migrations'>

async function readState(db: Database): Promise<DatabaseState> {
  const names = readMigrations().map(({ name }) => name)
  const [row] = await db.query(ASK, [names])
  if (!row || row.isReadOnly) return { database: 'away', migrations: 'unknown' }
  if (row.moment !== Number(row.milliseconds)) return { database: 'misread', migrations: 'unknown' }
  if (areNamesKept(db.pool) && (await hasLostItsProcess(db.pool))) return { database: 'pooled', migrations: 'unknown' }
  return { database: 'reachable', migrations: row.count === names.length ? 'done' : 'missing' }
}

type Answered = {
  readonly count: number
  readonly isReadOnly: boolean
  readonly moment: Instant
  readonly milliseconds: bigint
}

/** A date of the catalogue as the shop reads it, and as a number, which can be read in one way only. */
const ASK = statement<Answered>(
  'health-question',
  `select (select count(*)::int from migration where name = any($1)) as count,
     current_setting('transaction_read_only') = 'on' as "isReadOnly",
     moment, floor(extract(epoch from moment) * 1000)::bigint as milliseconds
   from (select coalesce((select starts_at from event order by id limit 1), timestamptz '2026-11-21 03:52:45+00')) as
     asked (moment)`,
)
