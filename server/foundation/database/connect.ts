import pg, { Client, type ClientBase, type ClientConfig } from 'pg'
import { within } from '#server/foundation/base/time.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { codeOf } from './embedded/folder.ts'
import { assertKeepsConnections, assertSession, readSession } from './pooler.ts'
import { CONNECTION_TIMEOUT_MS, TIMEOUTS, keepNoNames, lifted, noteOpened } from './run.ts'
import { DatabaseUnavailable, asTryAgain, isAway, whileAway } from './try-again.ts'
import { typeParsers } from './types.ts'

type DatabaseConfig = {
  /** A PostgreSQL of the user's; the embedded one when it is undefined. */
  readonly databaseUrl: string | undefined
  readonly dataFolder: string
  readonly maxConnections?: number
}

export type OpenDatabase = {
  readonly pool: pg.Pool
  /** For those who bring their own connections (the job queue, COPY): the same database, without our type parsers. */
  readonly connection: ClientConfig
  close(): Promise<void>
}

const OLDEST_VERSION = 15

const END_OF_POOL_MS = 2000

/** What still uses a connection by then hangs, and loses it with the process. */
export const endOf = (pool: pg.Pool): Promise<boolean> => within(END_OF_POOL_MS, pool.end())

/** Opens the user's PostgreSQL or the embedded one. Throws DatabaseUnavailable with a sentence for the operator. */
export async function openDatabase(config: DatabaseConfig): Promise<OpenDatabase> {
  const embedded = config.databaseUrl === undefined ? await openEmbedded(config.dataFolder) : undefined
  const connection: ClientConfig = {
    ...TIMEOUTS,
    // Notices within a minute or two that the other end is gone without a word.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    application_name: 'foyer',
    ...(embedded?.connection ?? { connectionString: config.databaseUrl }),
  }
  const pool = connectionPool(connection, config.maxConnections)
  const close = async (): Promise<void> => {
    await endOf(pool)
    await embedded?.close()
  }
  try {
    await assertVersion(pool)
    if (config.databaseUrl !== undefined) await keepsConnections(connection)
  } catch (error) {
    await close()
    throw error
  }
  return { pool, connection, close }
}

/** More are no faster, and each takes some 10 MB of PostgreSQL's memory for the plans of its statements. */
const CONNECTIONS = 12

/** A pool that reads values as we use them, see types.ts. */
export function connectionPool(connection: ClientConfig, maxConnections = CONNECTIONS): pg.Pool {
  return watched(
    new pg.Pool({
      ...TIMEOUTS,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      ...connection,
      types: typeParsers,
      onConnect: setSession,
      max: maxConnections,
    }),
  )
}

/**
 * The same through a pooler that gives a connection for one transaction only (decision 85): statements have no names, and
 * what a session must say is said by the role, which is checked. Throws DatabaseUnavailable with a sentence for the operator.
 */
export async function openPooled(databasePoolUrl: string): Promise<pg.Pool> {
  const pool = watched(
    new pg.Pool({
      connectionString: databasePoolUrl,
      application_name: 'foyer',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      types: typeParsers,
      max: CONNECTIONS,
    }),
  )
  keepNoNames(pool)
  try {
    assertSession(await whileStarting(() => readSession(pool)))
    return pool
  } catch (cause) {
    await endOf(pool)
    throw cause instanceof DatabaseUnavailable ? cause : notReached(cause)
  }
}

function watched(pool: pg.Pool): pg.Pool {
  // A connection that breaks while idle has left the pool already; the next statement opens a new one.
  pool.on('error', () => {})
  // One that breaks between two statements of a transaction reports nothing; the next statement on it fails.
  pool.on('connect', client => {
    client.on('error', () => {})
    noteOpened(pool, client)
  })
  return pool
}

/**
 * A connection of its own for work that takes as long as it takes (COPY), with neither limit. When it is lost, the
 * statement under way says so. The caller ends it.
 */
export async function dedicatedConnection(connection: ClientConfig): Promise<Client> {
  const client = new Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    await setSession(client)
    await client.query(lifted('session'))
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw asTryAgain(error, 'connecting')
  }
}

async function assertVersion(pool: pg.Pool): Promise<void> {
  const found = await serverVersion(pool)
  if (found >= OLDEST_VERSION * 10_000) return
  throw new DatabaseUnavailable(
    `DATABASE_URL leads to PostgreSQL ${Math.floor(found / 10_000)}; Foyer needs ${OLDEST_VERSION} or newer.`,
  )
}

async function keepsConnections(connection: ClientConfig): Promise<void> {
  try {
    await whileStarting(() => assertKeepsConnections(connection))
  } catch (cause) {
    throw cause instanceof DatabaseUnavailable ? cause : notReached(cause)
  }
}

/** A server that is there and not ready yet is waited for; one that isn't there is most likely a wrong address. */
function whileStarting<Result>(ask: () => Promise<Result>): Promise<Result> {
  return whileAway(() =>
    ask().catch((error: unknown) => {
      const mapped = asTryAgain(error, 'working')
      throw isAway(mapped) && !mapped.code.startsWith('E') ? mapped : error
    }),
  )
}

async function serverVersion(pool: pg.Pool): Promise<number> {
  try {
    const { rows } = await whileStarting(() => pool.query<{ server_version_num: string }>('show server_version_num'))
    return Number(rows[0]?.server_version_num)
  } catch (cause) {
    throw notReached(cause)
  }
}

function notReached(cause: unknown): DatabaseUnavailable {
  const reason = cause instanceof Error && cause.message !== '' ? cause.message : codeOf(cause)
  return new DatabaseUnavailable(`The database can't be reached: ${reason}`, { cause })
}

/**
 * What each connection says of itself, whatever the server, the database or the role says: values are read by it
 * (types.ts), and locks are taken in the belief that a statement sees what was committed before it.
 */
const SESSION = [
  `set datestyle = 'ISO'`,
  `set intervalstyle = 'postgres'`,
  `set timezone = 'UTC'`,
  `set bytea_output = 'hex'`,
  `set extra_float_digits = 1`,
  `set standard_conforming_strings = on`,
  `set client_encoding = 'UTF8'`,
  `set default_transaction_isolation = 'read committed'`,
].join('; ')

/** To be waited for before anything else is asked on a new connection. */
export async function setSession(client: ClientBase): Promise<void> {
  await client.query(SESSION)
}
