import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import { openCatalog } from '#server/catalog/catalog/catalog.ts'
import { type MovableClock, systemClock } from '#server/foundation/base/time.ts'
import { readConfig } from '#server/foundation/config/config.ts'
import type { Environment } from '#server/foundation/config/environment.ts'
import type { Shop } from '#server/catalog/context.ts'
import { statedMailServer } from '#server/mail/letter/mail-server.ts'
import { mailTransport } from '#server/mail/letter/transport.ts'
import { eventLog } from '#server/foundation/base/event-log.ts'
import { noQueue, runDueJobs } from '#server/foundation/jobs/queue.ts'
import { loadTexts } from '#server/foundation/language/texts.ts'
import { methodLists } from '#server/providers/registry/method-lists.ts'
import { openMetrics } from '#server/operation/metrics/metrics.ts'
import { type Providers, openProviders } from '#server/providers/registry/registry.ts'
import { openLog } from '#server/foundation/base/log.ts'
import { ensureSystemKey } from '#server/access/api-key/issue-key.ts'
import { serve } from '#server/serve.ts'
import { jobsOf } from '#server/shop.ts'
import { openTracer, logLostTraces, traceCalls, tracedJob } from '#server/operation/tracing/open-tracer.ts'
import type { Tracer } from '#server/operation/tracing/tracer.ts'
import { testDatabase } from '../database/test-database.ts'

export type TestShop = {
  readonly shop: Shop
  /** Where it listens, without a slash at the end. */
  readonly url: string
  readonly clock: MovableClock
  /** The same as DATABASE_URL of what works beside it. */
  readonly databaseUrl: string
  /** Sent as `Authorization: ApiKey <key>`. */
  readonly apiKey: string
  /** The folder of captured mail. */
  readonly outbox: string
  /** Every address it answers, for tests that walk all of them. */
  readonly app: FastifyInstance
  /** Undefined unless the environment says where traces go. */
  readonly tracer: Tracer | undefined
  /** Runs everything that is due now, and answers when it is done. */
  runJobs(): Promise<unknown>
}

type Options = {
  /** Pages need a build of the client. */
  readonly hasPages?: boolean
  /** Runs with the real time unless another one is given. */
  readonly clock?: MovableClock
  readonly maxConnections?: number
  /** What an operator says besides. */
  readonly environment?: Partial<Environment>
  /** Where its log goes, every line of it. */
  readonly log?: { write(line: string): void }
  /** Who handles payments, in place of the program's own providers. */
  readonly providers?: Providers
  /** The mail server; without one mail is captured. */
  readonly smtpUrl?: string
}

const API_KEY = 'the-system-key-of-every-test-shop'

/**
 * The whole shop, open on a port of its own, with an empty database, a clock to move, and captured mail; gone after the
 * last test of the file. Jobs run when a test runs them. `const { url } = await testShop()` at the top of the file.
 */
export async function testShop({
  hasPages = false,
  clock = systemClock(),
  maxConnections = 16,
  environment = {},
  log: logTo,
  smtpUrl,
  providers,
}: Options = {}): Promise<TestShop> {
  const { db, url: databaseUrl } = await testDatabase({ maxConnections })
  const folder = await mkdtemp(join(tmpdir(), 'foyer-shop-'))
  const outbox = join(folder, 'outbox')
  const logger = logTo
    ? openLog({ level: 'trace', to: logTo })
    : openLog({ level: process.env['FOYER_LOG'] ?? 'error' })
  const config = readConfig({ defaultDataFolder: folder, FOYER_API_KEY: API_KEY, FOYER_SAMPLE: 'no', ...environment })
  const log = eventLog(logger)
  const metrics = openMetrics()
  const tracer = await openTracer(config.traces, { version: 'test', onLost: logLostTraces(log) })
  const watchers = [metrics.watchCall, ...(tracer ? [traceCalls(tracer)] : [])]
  const shop: Shop = {
    config,
    db,
    clock,
    catalog: openCatalog(db),
    jobs: noQueue,
    texts: loadTexts(),
    log,
    providers: providers ?? (await openProviders(config.providers, watchers)),
    methodLists: methodLists(),
  }
  await ensureSystemKey(shop, API_KEY)
  const stated = statedMailServer(shop)
  const transport = mailTransport({ smtpUrl, mailFrom: config.mailFrom, outbox, stated })
  const jobs = jobsOf(shop, transport).map(job => (tracer ? tracedJob(job, tracer) : job))
  const app = await serve({ shop, clock, jobs, logger, version: 'test', outbox, hasPages, metrics, tracer })
  if (!hasPages) app.setNotFoundHandler((_request, reply) => reply.code(404).send())
  await app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(async () => {
    await app.close()
    transport.close()
    await rm(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return { shop, url, clock, databaseUrl, apiKey: API_KEY, outbox, app, tracer, runJobs: () => runDueJobs(jobs) }
}
