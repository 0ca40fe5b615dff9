import { Client, type ClientConfig } from 'pg'
import { DatabaseUnavailable } from '../unavailable.ts'
import { codeOf } from './folder.ts'

/**
 * What a knock at the socket finds:
 * - `silent`: no process listens.
 * - `starts`: a server that starts, recovers, or has just lost our connection.
 * - `stops`: a server that is on its way out.
 * - `no database`: the server works and lacks the shop's database.
 * - `answers`: all is well.
 */
export type Heard = 'silent' | 'starts' | 'stops' | 'no database' | 'answers'

const NOBODY_LISTENS = ['ECONNREFUSED', 'ENOENT']
const IN_TRANSIT = ['ECONNRESET', 'EPIPE', 'EAGAIN', '57P01', '57P02', '57P03']
const NO_SUCH_DATABASE = '3D000'
const TOO_MANY_CONNECTIONS = '53300'
const WRONG_PASSWORD = '28P01'

/** Longer than a working server takes under any load; a knock that hangs is repeated. */
const ANSWER_MS = 10_000

export async function askServer(connection: ClientConfig): Promise<Heard> {
  try {
    await withClient(connection, client => client.query('select 1'))
    return 'answers'
  } catch (error) {
    return heardFrom(error)
  }
}

/** Makes the shop's database in a server that lacks it, because its first start was cut short. */
export async function createDatabase({ database = '', ...connection }: ClientConfig): Promise<void> {
  try {
    await withClient({ ...connection, database: 'postgres' }, client => client.query(`create database ${database}`))
  } catch (error) {
    // Two processes that came at once: the other one made it. Or the server has just gone: then it is made later.
    if (!['42P04', '23505', '55006'].includes(codeOf(error))) heardFrom(error)
  }
}

async function withClient(connection: ClientConfig, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ ...connection, connectionTimeoutMillis: ANSWER_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

function heardFrom(error: unknown): Heard {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : ''
  if (NOBODY_LISTENS.includes(code)) return 'silent'
  if (code === NO_SUCH_DATABASE) return 'no database'
  if (code === TOO_MANY_CONNECTIONS) return 'answers'
  if (message.includes('shutting down')) return 'stops'
  if (IN_TRANSIT.includes(code) || /^(Connection terminated|timeout expired)/i.test(message)) return 'starts'
  // The second is what a client says that has none, because the file is empty.
  if (code === WRONG_PASSWORD || message.startsWith('SASL')) {
    throw new DatabaseUnavailable(
      'PostgreSQL does not take the password in the file "password" beside its data: put back the one it was made with.',
      { cause: error },
    )
  }
  throw new DatabaseUnavailable(`PostgreSQL can't be used: ${message === '' ? code : message}`, { cause: error })
}
