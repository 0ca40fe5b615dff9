import { Client, type ClientConfig, type Pool, type PoolClient } from 'pg'
import { connected } from './run.ts'
import { DatabaseUnavailable } from './try-again.ts'

/**
 * A connection to PostgreSQL is served by one process of it for its whole life, and so is one of a pooler of sessions. A
 * pooler of transactions or of statements gives each of them to another process: prepared statements, locks of a session
 * and notifications then belong to another session.
 */
const REASON =
  'DATABASE_URL leads to a pooler that keeps a connection for one transaction only. Foyer needs one that stays its own: ' +
  'say pool_mode = session (PgBouncer), or lead DATABASE_URL to PostgreSQL itself.'

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
