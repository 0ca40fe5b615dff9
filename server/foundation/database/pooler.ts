import { Client, type ClientConfig, type Pool, type PoolClient } from 'pg'
import { TIMEOUTS, connected } from './run.ts'
import { DatabaseUnavailable } from './try-again.ts'

/**
 * A connection to PostgreSQL is served by one process of it for its whole life, and so is one of a pooler of sessions. A
 * pooler of transactions or of statements gives each of them to another process: prepared statements, locks of a session
 * and notifications then belong to another session.
 */
const REASON =
  'DATABASE_URL leads to a pooler that keeps a connection for one transaction only. Foyer needs one that stays its own: ' +
  'lead DATABASE_URL to PostgreSQL itself and DATABASE_POOL_URL to the pooler, or say pool_mode = session (PgBouncer).'

/** How often each of two connections is asked. One that changes shows at the first; a pooler may use its own in turn. */
const ROUNDS = 6

/** Throws DatabaseUnavailable behind a pooler that doesn't keep connections. */
export async function assertKeepsConnections(connection: ClientConfig): Promise<void> {
  const clients = [new Client(connection), new Client(connection)]
  for (const client of clients) client.on('error', () => {})
  try {
    for (const client of clients) await client.connect()
    if (await areMixed(clients)) throw new DatabaseUnavailable(REASON)
  } finally {
    await Promise.all(clients.map(client => client.end().catch(() => {})))
  }
}

/** Two connections that are open at the same time have two processes, and each keeps its own. */
async function areMixed(clients: readonly Client[]): Promise<boolean> {
  const processes = new Map<number, Client>()
  const seen = new Map<Client, number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const client of clients) {
      const process = await processOf(client)
      if ((seen.get(client) ?? process) !== process || (processes.get(process) ?? client) !== client) return true
      seen.set(client, process)
      processes.set(process, client)
    }
  }
  return false
}

const before = new WeakMap<PoolClient, number>()

/** Has a connection of the pool another process than at the last check? */
export async function hasLostItsProcess(pool: Pool): Promise<boolean> {
  const client = await connected(pool)
  let broken: Error | undefined
  try {
    const process = await processOf(client)
    const isAnother = (before.get(client) ?? process) !== process || (await processOf(client)) !== process
    before.set(client, process)
    return isAnother
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(broken)
  }
}

async function processOf(client: Pick<Client, 'query'>): Promise<number> {
  const { rows } = await client.query<{ process: number }>('select pg_backend_pid() as process')
  return Number(rows[0]?.process)
}

/**
 * What each session must say, because connections through a pooler of transactions can't: as PostgreSQL writes it, with
 * what is good enough. Limits of time need not be ours, but must be there.
 */
const SESSION: Readonly<Record<string, { readonly value: string; readonly isGood: (found: string) => boolean }>> = {
  datestyle: { value: 'ISO', isGood: found => found.startsWith('ISO') },
  intervalstyle: exactly('postgres'),
  timezone: { value: 'UTC', isGood: found => ['UTC', 'Etc/UTC', 'GMT'].includes(found) },
  bytea_output: exactly('hex'),
  extra_float_digits: { value: '1', isGood: found => Number(found) > 0 },
  standard_conforming_strings: exactly('on'),
  default_transaction_isolation: exactly('read committed'),
  statement_timeout: limit(TIMEOUTS.statement_timeout),
  lock_timeout: limit(TIMEOUTS.lock_timeout),
  idle_in_transaction_session_timeout: limit(TIMEOUTS.idle_in_transaction_session_timeout),
}

function exactly(value: string) {
  return { value, isGood: (found: string) => found === value }
}

function limit(milliseconds: number) {
  return { value: String(milliseconds), isGood: (found: string) => Number(found) > 0 }
}

type Session = {
  readonly role: string
  readonly database: string
  readonly settings: Readonly<Record<string, string>>
}

/** What the session that serves this statement says of itself. */
export async function readSession(pool: Pool): Promise<Session> {
  const { rows } = await pool.query<Session>(
    `select current_user as role, current_database() as database, json_object_agg(lower(name), setting) as settings
     from pg_settings where lower(name) = any ($1::text[])`,
    [Object.keys(SESSION)],
  )
  const [row] = rows
  if (!row) throw new Error('PostgreSQL has no settings')
  return row
}

/** Throws DatabaseUnavailable with the statements that an operator has to run. */
export function assertSession({ role, database, settings }: Session): void {
  const missing = Object.entries(SESSION).filter(([name, { isGood }]) => !isGood(settings[name] ?? ''))
  if (missing.length === 0) return
  const statements = missing.map(
    ([name, { value }]) => `alter role "${role}" in database "${database}" set ${name} = '${value}'`,
  )
  throw new DatabaseUnavailable(
    `DATABASE_POOL_URL: sessions must be set by their role. Run once, then let the pooler connect anew (RECONNECT): ${statements.join('; ')};`,
  )
}
