import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseUnavailable } from '../unavailable.ts'

/** Who PostgreSQL runs as: it refuses to run as root, so root hands it to "nobody". */
export type ServiceUser = { readonly uid: number; readonly gid: number }

/** The parts of the data folder that belong to the embedded database. */
export type Folder = {
  /** undefined: the same user as this process. */
  readonly user: ServiceUser | undefined
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

const NOBODY: ServiceUser = { uid: 65_534, gid: 65_534 }

/** A Unix socket address holds 104 bytes on macOS and 108 on Linux; the file name takes up 15 of them. */
const LONGEST_SOCKET_FOLDER = 75

/** Makes the folders that are missing, with the right owner, and says in one sentence what is wrong if it can't. */
export function prepareFolder(dataFolder: string): Folder {
  const data = resolve(dataFolder)
  const user = process.getuid?.() === 0 ? NOBODY : undefined
  const root = join(data, 'postgresql')
  const run = join(root, 'run')
  try {
    if (!existsSync(data)) mkdirSync(data, { recursive: true, mode: user ? 0o711 : 0o700 })
    for (const folder of [root, run]) makePrivate(folder, user)
  } catch (cause) {
    throw new DatabaseUnavailable(
      `The data folder ${data} can't be written (${codeOf(cause)}): give this user the right to, or set FOYER_DATA.`,
      { cause },
    )
  }
  if (user) assertReachable(data, run, user)
  return {
    user,
    programs: join(data, 'programs'),
    cluster: join(root, 'cluster'),
    run,
    owners: join(run, 'owners'),
    keeperPid: join(run, 'keeper.pid'),
    startLock: join(run, 'start.lock'),
    log: join(run, 'postgresql.log'),
    passwordFile: join(root, 'password'),
    sockets: socketFolder(run, user),
  }
}

/** The password of the database's only role; made the first time. */
export function readPassword({ passwordFile, user }: Folder): string {
  try {
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
    if (user) chownSync(passwordFile, user.uid, user.gid)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  return readFileSync(passwordFile, 'utf8').trim()
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

function makePrivate(folder: string, user: ServiceUser | undefined): void {
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700, recursive: true })
  if (user) chownSync(folder, user.uid, user.gid)
  // Throws when the folder belongs to somebody else: better here than in the middle of a sale.
  chmodSync(folder, 0o700)
}

function assertReachable(data: string, run: string, user: ServiceUser): void {
  const look = spawnSync('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', run], { ...user, cwd: '/' })
  if (look.status === 0) return
  throw new DatabaseUnavailable(
    `The data folder ${data} can't be entered by the user "nobody", as whom PostgreSQL runs when Foyer is started by root: ` +
      'set FOYER_DATA to a folder such as /var/lib/foyer, or start Foyer as an ordinary user.',
  )
}

/** Beside the data when its path is short enough for a socket address, else a private folder under /tmp. */
function socketFolder(run: string, user: ServiceUser | undefined): string {
  if (Buffer.byteLength(run) <= LONGEST_SOCKET_FOLDER) return run
  const folder = `/tmp/foyer-${createHash('sha256').update(run).digest('hex').slice(0, 16)}`
  if (!existsSync(folder)) makePrivate(folder, user)
  const found = lstatSync(folder)
  const isOurs = found.isDirectory() && found.uid === (user?.uid ?? process.getuid?.()) && (found.mode & 0o077) === 0
  if (isOurs) return folder
  throw new DatabaseUnavailable(`${folder} belongs to somebody else, so the database can't put its socket there.`)
}
