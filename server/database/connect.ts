import pg, { type ClientConfig } from 'pg'
import { openEmbedded } from './embedded/embedded.ts'
import { codeOf } from './embedded/folder.ts'
import { typeParsers } from './types.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export type DatabaseConfig = {
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

/** Opens the user's PostgreSQL or the embedded one. Throws DatabaseUnavailable with a sentence for the operator. */
export async function openDatabase(config: DatabaseConfig): Promise<OpenDatabase> {
  const embedded = config.databaseUrl === undefined ? await openEmbedded(config.dataFolder) : undefined
  const connection: ClientConfig = {
    ...(embedded?.connection ?? { connectionString: config.databaseUrl }),
    keepAlive: true,
    // A process that hangs inside a transaction must not hold seats for ever.
    idle_in_transaction_session_timeout: 60_000,
  }
  const pool = connectionPool(connection, config.maxConnections)
  const close = async (): Promise<void> => {
    await pool.end()
    await embedded?.close()
  }
  try {
    await assertVersion(pool)
  } catch (error) {
    await close()
    throw error
  }
  return { pool, connection, close }
}

/** A pool that reads values as we use them, see types.ts. */
export function connectionPool(connection: ClientConfig, maxConnections = 16): pg.Pool {
  const pool = new pg.Pool({ ...connection, types: typeParsers, max: maxConnections, connectionTimeoutMillis: 30_000 })
  // An idle connection that breaks has already left the pool; the next query opens a new one or fails with its reason.
  pool.on('error', () => {})
  return pool
}

async function assertVersion(pool: pg.Pool): Promise<void> {
  const found = await serverVersion(pool)
  if (found >= OLDEST_VERSION * 10_000) return
  throw new DatabaseUnavailable(
    `DATABASE_URL leads to PostgreSQL ${Math.floor(found / 10_000)}; Foyer needs ${OLDEST_VERSION} or newer.`,
  )
}

async function serverVersion(pool: pg.Pool): Promise<number> {
  try {
    const { rows } = await pool.query<{ server_version_num: string }>('show server_version_num')
    return Number(rows[0]?.server_version_num)
  } catch (cause) {
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : codeOf(cause)
    throw new DatabaseUnavailable(`The database can't be reached: ${reason}`, { cause })
  }
}
