import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { type Folder, codeOf } from './folder.ts'
import { DatabaseUnavailable } from '../try-again.ts'
import { spawnSync } from 'node:child_process'
import { type Account, commandFor, userOf } from './account.ts'

/** A PostgreSQL that runs without a keeper. One that hangs or can't be reached must end before it serves again. */
export type LeftServer = { readonly pid: number; readonly mustEnd: boolean }

/**
 * Finds the PostgreSQL of this cluster that was left without a keeper. Whether it is there is decided at its socket,
 * because the number in its lock file may have been given to another process or belong to another container.
 *
 * A lock file that was left behind is PostgreSQL's own business, but for one case: a number that now belongs to a
 * process of the same user, of which it can't know that it is no PostgreSQL.
 */
export async function leftServer(folder: Folder, connection: ClientConfig): Promise<LeftServer | undefined> {
  const pid = readPid(lockFileOf(folder))
  if (pid === undefined) return undefined
  const state = await askServer(connection)
  if (state !== 'silent') return { pid, mustEnd: state === 'stops' }
  const identity = identifyPostgres(folder, pid)
  if (identity === 'this') return { pid, mustEnd: true }
  if (identity === 'another') rmSync(lockFileOf(folder), { force: true })
  return undefined
}

/** Ends a PostgreSQL at once that has been stopping for too long; its keeper starts it again, and it recovers. */
export function endHanging(folder: Folder): void {
  const pid = readPid(lockFileOf(folder))
  if (pid !== undefined && identifyPostgres(folder, pid) === 'this') process.kill(pid, 'SIGQUIT')
}

function identifyPostgres({ cluster, account }: Folder, pid: number): Identity {
  return identify(pid, { words: `-D ${cluster} `, program: 'postgres', folder: cluster }, account)
}

function lockFileOf({ cluster }: Folder): string {
  return join(cluster, 'postmaster.pid')
}

/**
 * What a knock at the socket finds:
 * - `silent`: no process listens.
 * - `starts`: a server that starts, recovers, or has just lost our connection.
 * - `stops`: a server that is on its way out.
 * - `no database`: the server works and lacks the shop's database.
 * - `answers`: all is well.
 */
type ServerState = 'silent' | 'starts' | 'stops' | 'no database' | 'answers'

const NOT_LISTENING = ['ECONNREFUSED', 'ENOENT']
const IN_TRANSIT = ['ECONNRESET', 'EPIPE', 'EAGAIN', '57P01', '57P02', '57P03']
const NO_SUCH_DATABASE = '3D000'
const TOO_MANY_CONNECTIONS = '53300'
const WRONG_PASSWORD = '28P01'

/** Longer than a working server takes under any load; a knock that hangs is repeated. */
const ANSWER_MS = 10_000

export async function askServer(connection: ClientConfig): Promise<ServerState> {
  try {
    await withClient(connection, client => client.query('select 1'))
    return 'answers'
  } catch (error) {
    return stateFrom(error)
  }
}

/** Makes the shop's database in a server that lacks it, because its first start was cut short. */
export async function createDatabase({ database = '', ...connection }: ClientConfig): Promise<void> {
  try {
    await withClient({ ...connection, database: 'postgres' }, client => client.query(`create database ${database}`))
  } catch (error) {
    // Two processes that came at once: the other one made it. Or the server has just gone: then it is made later.
    if (!['42P04', '23505', '55006'].includes(codeOf(error))) stateFrom(error)
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

function stateFrom(error: unknown): ServerState {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : ''
  if (NOT_LISTENING.includes(code)) return 'silent'
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

/**
 * Which process has a number that a file names:
 * - `this`: the program that wrote the file.
 * - `another`: its number has been given to something else, after a restart of the machine for example.
 * - `gone`: nothing has this number, or it has ended and its parent has not asked how.
 * - `hidden`: it runs, and this process may not see what it is. It must be taken for running.
 */
type Identity = 'this' | 'another' | 'gone' | 'hidden'

/** How a program of ours is known: words of its command, and the folder it works in. */
type Marks = { readonly words: string; readonly program: string; readonly folder: string }

/** Looks as this user, and where that is forbidden as the database's, who may see the own processes everywhere. */
export function identify(pid: number, marks: Marks, account: Account): Identity {
  if (!isRunning(pid)) return 'gone'
  const command = commandOf(pid) ?? commandSeenBy(account, pid)
  if (command === undefined) return 'hidden'
  if (command === '') return 'gone'
  if (command.includes(marks.words) || worksIn(pid, marks.folder)) return 'this'
  // One like ours with other words may still be ours, by another path to the same folder.
  return command.includes(marks.program) ? 'hidden' : 'another'
}

/** Distinguishes two processes of one number; undefined where it can't be seen. */
export function beginningOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return printed('ps', ['-o', 'lstart=', '-p', String(pid)])
  // The 22nd field; the second one is a name in brackets that may hold anything.
  return textOf(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')[19]
}

/** Any error but ESRCH, such as a refused permission, means that it runs. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

export function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The words with a space between them; empty for one that has ended, undefined when it can't be seen. */
function commandOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return printed('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  return textOf(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ')
}

function commandSeenBy(account: Account, pid: number): string | undefined {
  if (account.kind === 'same') return undefined
  const reading = commandFor(account, 'cat', [`/proc/${pid}/cmdline`])
  return printed(reading[0], reading[1], account)?.replaceAll('\0', ' ')
}

function printed(program: string, args: string[], account?: Account): string | undefined {
  const { status, stdout } = spawnSync(program, args, { ...(account && userOf(account)), encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return process.platform === 'linux' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
