import { STORED_EVERY_MS } from '#server/catalog/visit-count/visit-counts.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '#server/foundation/base/time.ts'
import { ConfigurationError, readConfig } from '#server/foundation/config/config.ts'
import { readEnvironment } from '#server/foundation/config/environment.ts'
import { DatabaseUnavailable, whileAway } from '#server/foundation/database/try-again.ts'
import { statedMailServer } from '#server/mail/letter/mail-server.ts'
import { mailTransport } from '#server/mail/letter/transport.ts'
import { mailsUnderWay } from '#server/mail/letter/under-way.ts'
import { eventLog } from '#server/foundation/base/event-log.ts'
import { openLog } from '#server/foundation/base/log.ts'
import { ensureSystemKey } from '#server/access/api-key/issue-key.ts'
import { firstOwnerLink } from '#server/access/member/links.ts'
import { linkUrl } from '#server/organiser/member/send-links.ts'
import { openMetrics } from '#server/operation/metrics/metrics.ts'
import { loadSample } from './sample.ts'
import { serve } from './serve.ts'
import { jobsOf, openShopWithQueue } from './shop.ts'
import { type Running, stopInOrder } from './stop.ts'
import { openTracer, logLostTraces, traceCalls, tracedJob } from '#server/operation/tracing/open-tracer.ts'

/** `--web-only` serves without working, `--jobs-only` works without serving; both at once is the default. */
const isServing = !process.argv.includes('--jobs-only')
const isWorking = !process.argv.includes('--web-only')

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

try {
  await start()
} catch (error) {
  if (!(error instanceof ConfigurationError || error instanceof DatabaseUnavailable)) throw error
  console.error(error.message)
  process.exit(1)
}

async function start(): Promise<void> {
  const config = readConfig(readEnvironment(process.env))
  const logger = openLog({ level: config.logLevel })
  const clock = systemClock()
  const metrics = openMetrics({ isOfProcess: true })
  const tracer = await openTracer(config.traces, { version, onLost: logLostTraces(eventLog(logger)) })
  const watchers = [metrics.watchCall, ...(tracer ? [traceCalls(tracer)] : [])]
  const shop = await openShopWithQueue({ config, clock, logger, watchers })
  const outbox = join(config.dataFolder, 'outbox')
  const { smtpUrl, mailFrom } = config
  const transport = mailTransport({ smtpUrl, mailFrom, outbox, stated: statedMailServer(shop) })
  const mails = mailsUnderWay()
  const jobs = jobsOf(shop, transport, mails).map(job => metrics.measured(tracer ? tracedJob(job, tracer) : job))

  const newKey = await whileAway(() => ensureSystemKey(shop, config.apiKey))
  const ownerLink = await whileAway(() => firstOwnerLink(shop))
  const sample = config.loadsSample ? await loadSample(shop) : 0
  const jobsHealth = () => shop.jobs.health()
  const tools = { jobsHealth, metrics, tracer, visitsStoredEveryMs: STORED_EVERY_MS }
  const serving = { shop, clock, jobs, logger, version, outbox, hasPages: true, ...tools }
  const app = isServing ? await serve(serving) : undefined
  stopOnSignal({ shop, app, mails, transport, tracer })
  await app?.listen({ port: config.port, host: config.host })
  if (isWorking) await shop.jobs.work(jobs)
  greet({
    sample,
    newKey,
    ownerUrl: ownerLink && linkUrl(shop, ownerLink),
    baseUrl: config.baseUrl,
    warnings: config.warnings,
    mode: config.mode,
  })
}

function stopOnSignal(running: Running): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // Who asks twice does not want to wait.
      if (isStopping) process.exit(1)
      isStopping = true
      void stopInOrder(running).finally(() => process.exit(0))
    })
  }
}

type Greeting = {
  sample: number
  newKey: string | undefined
  ownerUrl: string | undefined
  baseUrl: string
  warnings: readonly string[]
  mode: string
}

/** The few lines a person wants to read who has just started the shop. */
function greet({ sample, newKey, ownerUrl, baseUrl, warnings, mode }: Greeting): void {
  const lines = [
    '',
    `  Foyer ${version} is open at ${baseUrl}`,
    ...(mode === 'development' ? [`  Tools for development: ${baseUrl}/dev`] : []),
    ...(sample > 0 ? [`  ${sample} sample events are on sale.`] : []),
    ...(newKey ? ['', `  System API key, shown this once: ${newKey}`] : []),
    ...(ownerUrl ? ['', `  Who opens this link becomes the owner of the shop; it is good once: ${ownerUrl}`] : []),
    ...warnings.map(warning => `  Please note: ${warning}`),
    '',
  ]
  console.log(lines.join('\n'))
}
