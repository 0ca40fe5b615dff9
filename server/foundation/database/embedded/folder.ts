import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseUnavailable } from '../try-again.ts'
import { type Account, UNPRIVILEGED_UID, commandFor, userOf } from './account.ts'

/** The parts of the data folder that belong to the embedded database. */
export type Folder = {
  readonly account: Account
  /** Holds all that follows, for the database's user alone. */
  readonly root: string
  readonly programs: string
  readonly cluster: string
  readonly run: string
  /** The pipe that every Foyer process holds open. */
  readonly owners: string
  readonly keeperPid: string
  readonly startLock: string
  readonly log: string
  readonly passwordFile: string
  readonly sockets: string
}

/** A Unix socket address holds 104 bytes on macOS and 108 on Linux; the file name takes up 15 of them. */
const LONGEST_SOCKET_FOLDER = 75

/** Makes the folders that are missing, with the right owner, and says in one sentence what is wrong if it can't. */
export function prepareFolder(dataFolder: string, account: Account): Folder {
  const data = resolve(dataFolder)
  const folder = describeFolder(dataFolder, account)
  try {
    if (!existsSync(data)) mkdirSync(data, { recursive: true, mode: account.kind === 'other' ? 0o711 : 0o700 })
    for (const path of [folder.root, folder.run]) makePrivate(path, account)
  } catch (cause) {
    throw new DatabaseUnavailable(
      `The data folder ${data} can't be written (${codeOf(cause)}): give this user the right to, or set FOYER_DATA.`,
      { cause },
    )
  }
  assertReachable(data, folder.run, account)
  prepareSocketFolder(folder)
  return folder
}

/** Where everything is, whether it is there or not. */
export function describeFolder(dataFolder: string, account: Account): Folder {
  const root = rootOf(dataFolder)
  const run = join(root, 'run')
  return {
    account,
    root,
    programs: join(resolve(dataFolder), 'programs'),
    cluster: join(root, 'cluster'),
    run,
    owners: join(run, 'owners'),
    keeperPid: join(run, 'keeper.pid'),
    startLock: join(run, 'start.lock'),
    log: join(run, 'postgresql.log'),
    passwordFile: join(root, 'password'),
    sockets: socketFolder(run),
  }
}

/** The folder of the embedded database within the data folder. */
export function rootOf(dataFolder: string): string {
  return join(resolve(dataFolder), 'postgresql')
}

/** The password of the database's only role; made the first time, whole or not at all. */
export function readPassword({ passwordFile, cluster, account }: Folder): string {
  const found = existsSync(passwordFile) ? readFileSync(passwordFile, 'utf8').trim() : ''
  if (found !== '') return found
  // Left empty by a crash while it was written: of no use as long as nothing was made with it.
  if (!existsSync(join(cluster, 'PG_VERSION'))) rmSync(passwordFile, { force: true })
  const half = `${passwordFile}.${process.pid}`
  writeFileSync(half, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
  giveTo(account, half)
  try {
    linkSync(half, passwordFile)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(half)
  }
  return readFileSync(passwordFile, 'utf8').trim()
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

function giveTo(account: Account, path: string): void {
  if (account.kind === 'other') chownSync(path, account.user.uid, account.user.gid)
}

function makePrivate(folder: string, account: Account): void {
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700, recursive: true })
  giveTo(account, folder)
  // Throws when the folder belongs to another user: better here than in the middle of a sale.
  chmodSync(folder, 0o700)
}

function assertReachable(data: string, run: string, account: Account): void {
  if (account.kind === 'same') return
  const [program, args] = commandFor(account, '/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', run])
  const listing = spawnSync(program, args, { ...userOf(account), cwd: '/', encoding: 'utf8' })
  if (listing.status === 0) return
  const advice = 'start Foyer as an ordinary user, or set DATABASE_URL to a PostgreSQL that runs elsewhere.'
  if (account.kind === 'namespace') {
    throw new DatabaseUnavailable(
      `PostgreSQL refuses to run as root, and root may not become another user here (${listing.error?.message ?? listing.stderr.trim()}): ${advice}`,
    )
  }
  if (listing.error) {
    throw new DatabaseUnavailable(
      `PostgreSQL refuses to run as root, and may not be started as user ${account.user.uid} (${codeOf(listing.error)}): ${advice}`,
    )
  }
  throw new DatabaseUnavailable(
    `The data folder ${data} can't be entered by user ${account.user.uid}, as whom PostgreSQL runs when Foyer is started by root: ` +
      'set FOYER_DATA to a folder such as /var/lib/foyer, or start Foyer as an ordinary user.',
  )
}

/** Beside the data when its path is short enough for a socket address, else a private folder under /tmp. */
function socketFolder(run: string): string {
  if (Buffer.byteLength(run) <= LONGEST_SOCKET_FOLDER) return run
  return `/tmp/foyer-${createHash('sha256').update(run).digest('hex').slice(0, 16)}`
}

function prepareSocketFolder({ sockets, run, account }: Folder): void {
  if (sockets === run) return
  if (!existsSync(sockets)) makePrivate(sockets, account)
  const found = lstatSync(sockets)
  const owner = userOf(account)?.uid ?? process.getuid?.()
  // One that an earlier account of this folder left, which root may take over.
  if (found.isDirectory() && found.uid === UNPRIVILEGED_UID && account.kind === 'other')
    return makePrivate(sockets, account)
  const isOurs = found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0
  if (isOurs) return
  throw new DatabaseUnavailable(`${sockets} belongs to somebody else, so the database can't put its socket there.`)
}
