import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { commandFor, userOf } from './account.ts'
import { findBinaries } from './binaries.ts'
import { prepareCluster } from './cluster.ts'
import { type Folder, codeOf } from './folder.ts'
import { type LeftServer, beginningOf, identify, isRunning, leftServer, readPid } from './process.ts'

/** A start takes a second or two (making the cluster included); a lock this old was left behind. */
const STALE_LOCK_MS = 60_000

/** Takes hold of the pipe whose readers' end the keeper has; undefined when no keeper runs. Close it to let go. */
export function joinKeeper({ owners }: Folder): number | undefined {
  try {
    return openSync(owners, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch (error) {
    // ENXIO means that no process reads the pipe.
    if (['ENXIO', 'ENOENT'].includes(codeOf(error))) return undefined
    throw error
  }
}

export function isKeeperThere(folder: Folder): boolean {
  const pipe = joinKeeper(folder)
  if (pipe !== undefined) closeSync(pipe)
  return pipe !== undefined
}

/** The keeper we held ended by itself, because its PostgreSQL could not start. */
export function hasFailed({ run }: Folder): boolean {
  return existsSync(join(run, 'gave-up'))
}

/** A keeper has ended PostgreSQL by force after 18 s; one that takes longer hangs. */
const LEAVING_MS = 30_000

/** Is a keeper still ending its PostgreSQL? One that hangs in that is killed. */
export function isKeeperLeaving(folder: Folder): boolean {
  const pid = readPid(folder.keeperPid)
  if (pid === undefined) return false
  const marks = { words: join(folder.run, SCRIPT), program: SCRIPT, folder: folder.run }
  const identity = identify(pid, marks, folder.account)
  if (identity === 'gone' || identity === 'another') return false
  const since = statSync(join(folder.run, `leaving.${pid}`), { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
  if (Date.now() - since < LEAVING_MS) return true
  if (identity === 'this') process.kill(pid, 'SIGKILL')
  return false
}

export type Start = {
  readonly options: Readonly<Record<string, string>>
  /** How the server is asked what it is doing. */
  readonly connection: ClientConfig
}

/**
 * Starts a keeper and returns our hold on its pipe; undefined when another process is just starting one, or when the
 * one before is still stopping PostgreSQL: then look again a little later.
 */
export async function startKeeper(folder: Folder, { options, connection }: Start): Promise<number | undefined> {
  if (!takeStartLock(folder.startLock)) return undefined
  try {
    if (isKeeperThere(folder) || isKeeperLeaving(folder)) return undefined
    const binaries = findBinaries(folder.programs, folder.account.kind === 'other')
    prepareCluster(folder, binaries)
    const left = await leftServer(folder, connection)
    rmSync(join(folder.run, 'gave-up'), { force: true })
    if (left === undefined) rmSync(folder.log, { force: true })
    return launch(folder, [
      binaries.postgres,
      folder.cluster,
      ...asWords(left),
      ...asArguments({ ...options, unix_socket_directories: folder.sockets }),
    ])
  } finally {
    rmSync(folder.startLock, { force: true })
  }
}

function asWords(left: LeftServer | undefined): [pid: string, first: string] {
  return left === undefined ? ['', ''] : [String(left.pid), left.mustEnd ? 'end' : '']
}

/** Without this the C library of Linux keeps what a statement has used once: 2 MB for each connection. */
const MEMORY_RELEASE = { MALLOC_TRIM_THRESHOLD_: '131072' }

function launch(folder: Folder, keeperArguments: readonly string[]): number {
  if (!existsSync(folder.owners)) makePipe(folder)
  // A reader that does not wait, then our writer, then the keeper's reader: no open can block, and if this process
  // is killed at any point from here the keeper reads the end at once.
  const first = openSync(folder.owners, constants.O_RDONLY | constants.O_NONBLOCK)
  const ours = openSync(folder.owners, constants.O_WRONLY | constants.O_NONBLOCK)
  const keepers = openSync(folder.owners, constants.O_RDONLY)
  closeSync(first)
  // At its end, where a PostgreSQL that goes on under a new keeper writes too.
  const log = openSync(folder.log, 'a', 0o600)
  const [program, words] = commandFor(folder.account, '/bin/sh', [placeScript(folder), ...keeperArguments])
  const keeper = spawn(program, words, {
    ...userOf(folder.account),
    cwd: folder.run,
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', ...MEMORY_RELEASE },
    detached: true,
    stdio: [keepers, log, log],
  })
  // The cause of a failed start can't be handled here; the failure shows at the pipe.
  keeper.on('error', () => {})
  keeper.unref()
  closeSync(keepers)
  closeSync(log)
  return ours
}

const SCRIPT = 'foyer-keeper.sh'

/** The script goes beside the data: the database's user may not enter the folder of the checkout. */
function placeScript({ run }: Folder): string {
  const script = join(run, SCRIPT)
  const half = `${script}.${process.pid}`
  copyFileSync(new URL('keeper.sh', import.meta.url), half)
  chmodSync(half, 0o644)
  renameSync(half, script)
  return script
}

function makePipe({ owners, account, run }: Folder): void {
  const made = spawnSync('mkfifo', ['-m', '600', owners], { ...userOf(account), cwd: run, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`mkfifo ${owners}: ${made.error?.message ?? made.stderr}`)
}

/**
 * Two processes that both believe an old lock to be stale do no harm: PostgreSQL has its own lock, both keepers read
 * the same pipe, and the one whose PostgreSQL could not start gives up.
 */
function takeStartLock(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid} ${beginningOf(process.pid)}`, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (age > STALE_LOCK_MS || isHolderGone(lock)) rmSync(lock, { force: true })
  return false
}

/** The holder has ended, or its number belongs to a process that began later. */
function isHolderGone(lock: string): boolean {
  const holder = readPid(lock)
  if (holder === undefined) return false
  if (!isRunning(holder)) return true
  const [, ...began] = (existsSync(lock) ? readFileSync(lock, 'utf8') : '').split(' ')
  const begins = beginningOf(holder)
  return began.length > 0 && begins !== undefined && began.join(' ') !== begins
}

/**
 * Settings of the embedded PostgreSQL: small (the whole shop wants to stay under 256 MB when idle), durable, and
 * without what one machine has no use for (replication, parallel queries, I/O worker processes).
 */
const OPTIONS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  max_connections: '60',
  shared_buffers: '64MB',
  effective_cache_size: '256MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  huge_pages: 'off',
  io_method: 'sync',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_worker_processes: '2',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '2',
  autovacuum_naptime: '15s',
  random_page_cost: '1.1',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_buffers: '4MB',
  max_wal_size: '512MB',
  checkpoint_timeout: '10min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // Neither the row that broke a rule nor the values of a statement: they are people's.
  log_error_verbosity: 'terse',
  log_parameter_max_length_on_error: '0',
}

/** As arguments of the postgres program; `changes` win over the defaults. */
function asArguments(changes: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...OPTIONS, ...changes }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
