import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { prepareCluster } from './cluster.ts'
import { codeOf, type Folder } from './folder.ts'
import { asArguments } from './options.ts'
import { isAlive, readPid, runningPid, runningPostgres } from './process.ts'

/** A start takes a second or two (making the cluster included); a lock this old was left behind. */
const STALE_LOCK_MS = 60_000

/** Takes hold of the pipe whose readers' end the keeper has; undefined when no keeper runs. Close it to let go. */
export function joinKeeper({ owners }: Folder): number | undefined {
  try {
    return openSync(owners, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch (error) {
    // ENXIO is how a pipe says that nobody reads.
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
export function hasGivenUp({ run }: Folder): boolean {
  return existsSync(join(run, 'gave-up'))
}

/**
 * Starts a keeper and returns our hold on its pipe; undefined when another process is just starting one, or when the
 * one before is still stopping PostgreSQL: then look again a little later.
 */
export function startKeeper(folder: Folder, options: Readonly<Record<string, string>>): number | undefined {
  if (!takeStartLock(folder.startLock)) return undefined
  try {
    if (isKeeperThere(folder) || runningPid(folder.keeperPid, folder.run) !== undefined) return undefined
    const binaries = findBinaries(folder.user ? folder.programs : undefined)
    prepareCluster(folder, binaries)
    const adopted = runningPostgres(folder.cluster)
    rmSync(join(folder.run, 'gave-up'), { force: true })
    return launch(folder, [
      binaries.postgres,
      folder.cluster,
      adopted === undefined ? '' : String(adopted),
      ...asArguments({ ...options, unix_socket_directories: folder.sockets }),
    ])
  } finally {
    rmSync(folder.startLock, { force: true })
  }
}

function launch(folder: Folder, keeperArguments: readonly string[]): number {
  if (!existsSync(folder.owners)) makePipe(folder)
  // A reader that does not wait, then our writer, then the keeper's reader: no open can block, and if this process
  // is killed at any point from here the keeper reads the end at once.
  const first = openSync(folder.owners, constants.O_RDONLY | constants.O_NONBLOCK)
  const ours = openSync(folder.owners, constants.O_WRONLY | constants.O_NONBLOCK)
  const keepers = openSync(folder.owners, constants.O_RDONLY)
  closeSync(first)
  const log = openSync(folder.log, 'w', 0o600)
  const keeper = spawn('/bin/sh', [placeScript(folder), ...keeperArguments], {
    ...folder.user,
    cwd: folder.run,
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' },
    detached: true,
    stdio: [keepers, log, log],
  })
  keeper.unref()
  closeSync(keepers)
  closeSync(log)
  return ours
}

/** The script goes beside the data: the database's user may not enter the folder of the checkout. */
function placeScript({ run }: Folder): string {
  const script = join(run, 'foyer-keeper.sh')
  const half = `${script}.${process.pid}`
  copyFileSync(new URL('keeper.sh', import.meta.url), half)
  chmodSync(half, 0o644)
  renameSync(half, script)
  return script
}

function makePipe({ owners, user, run }: Folder): void {
  const made = spawnSync('mkfifo', ['-m', '600', owners], { ...user, cwd: run, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`mkfifo ${owners}: ${made.error?.message ?? made.stderr}`)
}

/**
 * Two processes that both believe an old lock to be stale do no harm: PostgreSQL has its own lock, both keepers read
 * the same pipe, and the one whose PostgreSQL could not start gives up.
 */
function takeStartLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  const holder = readPid(lock)
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  const isStale = age > STALE_LOCK_MS || (holder !== undefined && holder !== process.pid && !isAlive(holder))
  if (isStale) rmSync(lock, { force: true })
  return false
}
