import { accessSync, constants, statfsSync } from 'node:fs'
import { type RobotService, robotCheckOf } from '#server/foundation/challenge/robot-check.ts'
import { type Config, readConfig } from '#server/foundation/config/config.ts'
import { readEnvironment } from '#server/foundation/config/environment.ts'
import { type OpenDatabase, endOf, openDatabase, openPooled } from '#server/foundation/database/connect.ts'
import type { Database } from '#server/foundation/database/database.ts'
import { readMigrations } from '#server/foundation/database/migrate.ts'
import { type JobFailure, findFailures } from '#server/foundation/jobs/failures.ts'
import { type Settings, environmentSettings, settingsOf, systemSettings } from '#server/foundation/setting/settings.ts'
import { type Command, Refusal, say } from './command.ts'
import { type Finding, databaseToInspect, fonts, sales, secrets } from './doctor/shop.ts'
import { providers } from './doctor/providers.ts'
import { baseUrl, mail, statedMail } from './doctor/reach.ts'
import { signIn } from './doctor/sign-in.ts'
import { wallets } from './doctor/wallets.ts'

export const doctorCommand: Command = {
  usage: ['doctor'],
  summary:
    'Looks at Node, fonts, data folder, database, clock, robot check, secrets, sign-in, wallets, payment providers, events and passes, base URL and mail, and says what it finds.',
  run: async args => {
    if (args.length > 0) throw new Refusal('Say: doctor.')
    const config = readConfig(readEnvironment(process.env))
    const ofDatabase = await database(config)
    const isMailStated = ofDatabase.some(({ about }) => about === 'Mail')
    const findings = [
      node(),
      fonts(),
      dataFolder(config),
      ...ofDatabase,
      ...(await baseUrl(config)),
      ...(isMailStated ? [] : [await mail(config)]),
    ]
    for (const { about, verdict, sentence } of findings) say(`${verdict.padEnd(5)} ${about}: ${sentence}`)
    return findings.some(({ verdict }) => verdict === 'bad') ? 1 : 0
  },
}

function node(): Finding {
  const isNewEnough = Number.parseInt(process.versions.node, 10) >= 26
  const sentence = `${process.versions.node}${isNewEnough ? '' : ', Foyer needs 26 or newer: start it by npm'}.`
  return { about: 'Node', verdict: isNewEnough ? 'good' : 'bad', sentence }
}

function dataFolder({ dataFolder: folder }: Config): Finding {
  const about = 'Data folder'
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing) return { about, verdict: 'good', sentence: `${folder} will be made at the first start.` }
    return { about, verdict: 'bad', sentence: `${folder} can't be written by this user: set FOYER_DATA.` }
  }
  const { bavail, bsize } = statfsSync(folder)
  const gigabytes = (bavail * bsize) / 1e9
  const sentence = `${folder} is writable, ${gigabytes.toFixed(1)} GB are free.`
  return { about, verdict: gigabytes < 1 ? 'note' : 'good', sentence }
}

async function database(config: Config): Promise<Finding[]> {
  const about = 'Database'
  try {
    const opened = await openDatabase(config)
    try {
      const described = [await describeDatabase(config, opened), ...(await pooler(config)), await clock(opened)]
      return [...described, ...(await contents(config, opened))]
    } finally {
      await opened.close()
    }
  } catch (error) {
    return [{ about, verdict: 'bad', sentence: error instanceof Error ? error.message : String(error) }]
  }
}

/** Of a database in which nothing has been started yet, what holds without it. */
async function contents(config: Config, opened: OpenDatabase): Promise<Finding[]> {
  const db = databaseToInspect(config, opened)
  const { rows } = await opened.pool.query<{ isThere: boolean }>(
    `select to_regclass('public.setting') is not null as "isThere"`,
  )
  const isThere = rows[0]?.isThere === true
  const settings = isThere ? await systemSettings(db) : settingsOf([], environmentSettings)
  return [
    await jobs(db),
    { about: 'Robot check', ...describeRobotCheck(settings) },
    ...(await statedMail(config, settings)),
    ...(isThere ? await setUp(config, db) : []),
  ]
}

const setUp = async (config: Config, db: Database): Promise<Finding[]> => [
  await secrets(config, db),
  await signIn(config, db),
  ...(await wallets(config, db)),
  ...(await providers(config, db)),
  ...(await sales(config, db)),
]

async function describeDatabase(config: Config, { pool }: OpenDatabase): Promise<Finding> {
  const { rows } = await pool.query<{ version: string; size: string; ran: bigint }>(`
    select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size,
      (select count(*) from pg_class where relname = 'migration' and relnamespace = 'public'::regnamespace) as ran`)
  const { version = '', size = '', ran = 0n } = rows[0] ?? {}
  const whose = config.databaseUrl === undefined ? 'embedded' : 'by DATABASE_URL'
  const missing = readMigrations().length - (ran === 0n ? 0 : await countMigrations(pool))
  const schema = missing === 0 ? 'its schema is current' : `${missing} migrations run at the next start`
  return { about: 'Database', verdict: 'good', sentence: `PostgreSQL ${version}, ${whose}, ${size}; ${schema}.` }
}

async function pooler({ databasePoolUrl }: Config): Promise<Finding[]> {
  if (databasePoolUrl === undefined) return []
  await endOf(await openPooled(databasePoolUrl))
  return [
    {
      about: 'Database',
      verdict: 'good',
      sentence: 'The pooler of DATABASE_POOL_URL leads to sessions as Foyer needs them.',
    },
  ]
}

async function countMigrations(pool: OpenDatabase['pool']): Promise<number> {
  const { rows } = await pool.query<{ count: bigint }>('select count(*) from migration')
  return Number(rows[0]?.count)
}

/** Deadlines are decided by this machine's clock and stored in the database; a clock that is off sells at wrong times. */
async function clock({ pool }: OpenDatabase): Promise<Finding> {
  const before = Date.now()
  const { rows } = await pool.query<{ now: number }>('select clock_timestamp() as now')
  const difference = Math.abs((rows[0]?.now ?? 0) - (before + Date.now()) / 2)
  const now = new Date(before).toISOString()
  const verdict = difference > 2000 ? 'bad' : 'good'
  const seconds = (difference / 1000).toFixed(1)
  const sentence = `${now}, ${verdict === 'good' ? 'the same as' : `${seconds} s away from`} the database's.`
  return { about: 'Clock', verdict, sentence }
}

/** What jobs keep failing at: they try again by themselves, but the operator should know. */
async function jobs(db: Database): Promise<Finding> {
  const about = 'Jobs'
  const { rows } = await db.pool.query<{ isThere: boolean }>(
    `select to_regclass('public.job_failure') is not null as "isThere"`,
  )
  const failures = rows[0]?.isThere === true ? await findFailures(db, LISTED_FAILURES + 1) : []
  if (failures.length === 0) return { about, verdict: 'good', sentence: 'none of them has a row it keeps failing at.' }
  const listed = failures.slice(0, LISTED_FAILURES).map(describeFailure).join('; ')
  const others = failures.length > LISTED_FAILURES ? '; and others' : ''
  return { about, verdict: 'note', sentence: `rows that keep failing, and are tried again: ${listed}${others}.` }
}

const LISTED_FAILURES = 10

/** Of a reservation only the first characters: the whole of its id opens the order. */
function describeFailure({ job, kind, id, failures, since, lastError }: JobFailure): string {
  const moment = Temporal.Instant.fromEpochMilliseconds(since).toString({ smallestUnit: 'second' })
  return `${job} at ${kind} ${id.slice(0, 8)}, ${failures}x since ${moment} (${lastError})`
}

const SERVICES = { turnstile: 'Turnstile', recaptcha: 'reCAPTCHA' } as const satisfies Record<RobotService, string>

function describeRobotCheck(settings: Settings): Pick<Finding, 'verdict' | 'sentence'> {
  const check = robotCheckOf(settings)
  switch (check.kind) {
    case 'off':
      return { verdict: 'note', sentence: 'none stands before reservations: the setting ROBOT_CHECK brings one.' }
    case 'altcha': {
      if (check.replaces === null) return { verdict: 'good', sentence: 'Altcha, our own, stands before reservations.' }
      const { service, missing } = check.replaces
      const keys = `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set`
      return { verdict: 'note', sentence: `${keys}, so Altcha, our own, stands in for ${SERVICES[service]}.` }
    }
    case 'turnstile':
    case 'recaptcha':
      return { verdict: 'good', sentence: `${SERVICES[check.kind]} stands before reservations.` }
    default:
      return check satisfies never
  }
}
