import { closeSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { DatabaseUnavailable } from '../unavailable.ts'
import { ROLE } from './cluster.ts'
import { codeOf, prepareFolder, readPassword, type Folder } from './folder.ts'
import { hasGivenUp, isKeeperThere, joinKeeper, startKeeper } from './keeper.ts'
import { runningPid } from './process.ts'

/** A hold on the embedded PostgreSQL: it runs at least until `close`, or until this process ends in whatever way. */
export type Embedded = {
  readonly connection: ClientConfig
  /** Lets go. When nobody else holds it, waits until PostgreSQL has stopped cleanly. */
  close(): Promise<void>
}

const PATIENCE_MS = 30_000
const DATABASE = 'foyer'

/** Starts the PostgreSQL of this data folder, or joins the one that another process started. */
export async function openEmbedded(
  dataFolder: string,
  options: Readonly<Record<string, string>> = {},
): Promise<Embedded> {
  const folder = prepareFolder(dataFolder)
  const connection = {
    host: folder.sockets,
    port: 5432,
    user: ROLE,
    password: readPassword(folder),
    database: DATABASE,
  }
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const hold = joinKeeper(folder) ?? startKeeper(folder, options)
    if (hold !== undefined) {
      const answers = await answersWhileKept(folder, connection, deadline)
      if (answers) return { connection, close: () => letGo(folder, hold) }
      closeSync(hold)
    }
    if ((hold !== undefined && hasGivenUp(folder)) || Date.now() > deadline) {
      throw new DatabaseUnavailable(`PostgreSQL did not start: ${lastWords(folder)} (the whole story: ${folder.log})`)
    }
    await pause(50)
  }
}

/** False when the keeper has gone: it was just leaving as we came, was killed, or its PostgreSQL can't start. */
async function answersWhileKept(folder: Folder, connection: ClientConfig, deadline: number): Promise<boolean> {
  while (Date.now() < deadline) {
    const answers = await canConnect(connection)
    if (!isKeeperThere(folder)) return false
    if (answers) return true
    await pause(15)
  }
  return false
}

/** What a PostgreSQL says that is starting or stopping, and what the system says when there is none. */
const NOT_YET = ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03']
const NO_SUCH_DATABASE = '3D000'

async function canConnect(connection: ClientConfig): Promise<boolean> {
  const client = new Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    if (codeOf(error) === NO_SUCH_DATABASE) return createDatabase(connection)
    if (NOT_YET.includes(codeOf(error)) || endedEarly(error)) return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

async function createDatabase(connection: ClientConfig): Promise<boolean> {
  const client = new Client({ ...connection, database: 'postgres' })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`create database ${DATABASE}`)
  } catch (error) {
    // Two processes that came at once: the other one made it.
    if (!['42P04', '23505', ...NOT_YET].includes(codeOf(error))) throw error
  } finally {
    await client.end().catch(() => {})
  }
  return false
}

function endedEarly(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Connection terminated')
}

/** What PostgreSQL says last, apart from what it answered to our own knocking. */
function lastWords({ log }: Folder): string {
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  const complaint = lines.findLast(text => text.includes('FATAL') && !text.includes('the database system is'))
  return (complaint ?? lines.at(-1) ?? '').replace(/^.*?(FATAL|LOG):\s*/, '')
}

/** A process that ends right after this takes its container with it, so a clean stop is waited for. */
async function letGo(folder: Folder, hold: number): Promise<void> {
  closeSync(hold)
  for (let look = 0; look < 10; look += 1) {
    // Gives the keeper a moment without any holder: looking is holding.
    await pause(20)
    if (!isKeeperThere(folder)) break
  }
  const deadline = Date.now() + PATIENCE_MS
  while (!isKeeperThere(folder) && runningPid(folder.keeperPid, folder.run) !== undefined) {
    if (Date.now() > deadline) return
    await pause(20)
  }
}
