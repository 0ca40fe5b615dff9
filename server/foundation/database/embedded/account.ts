import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lchownSync, lstatSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'

/** A user of the system by numbers; neither needs a name. */
export type ServiceUser = { readonly uid: number; readonly gid: number }

/**
 * Who PostgreSQL runs as, who refuses to run as root:
 * - `same`: as this process does, which isn't root.
 * - `other`: root hands it to a user of its own, which nothing else on this machine runs as.
 * - `namespace`: root that can take no other user id (a user namespace with one user in it). Then PostgreSQL gets a
 *   namespace of its own, in which the same user has another number.
 */
export type Account =
  | { readonly kind: 'same' }
  | { readonly kind: 'other'; readonly user: ServiceUser }
  | { readonly kind: 'namespace' }

/** Free for programs by the rules of Debian and others; in reach of a container's 65,536 users. */
const FIRST_UID = 64_200
const UIDS = 700

export const UNPRIVILEGED_UID = 65_534

/**
 * Decides by the folder of the database: its present owner keeps it, unless that is root or the shared "nobody".
 * The number of a new one comes from the folder's path, so that two shops on one machine get different ones.
 */
export function accountFor(root: string): Account {
  if (process.getuid?.() !== 0) return { kind: 'same' }
  const owner = statSync(root, { throwIfNoEntry: false })
  const isTaken = owner !== undefined && owner.uid !== 0 && owner.uid !== UNPRIVILEGED_UID
  const user = isTaken ? { uid: owner.uid, gid: owner.gid } : newUser(root)
  return isMapped('uid', user.uid) && isMapped('gid', user.gid) ? { kind: 'other', user } : { kind: 'namespace' }
}

/** The user and group to start a program with. */
export function userOf(account: Account): ServiceUser | undefined {
  return account.kind === 'other' ? account.user : undefined
}

/** The words that start a program under this account. */
export function commandFor(account: Account, program: string, args: readonly string[]): [string, string[]] {
  if (account.kind !== 'namespace') return [program, [...args]]
  // A number that has a name everywhere, which initdb asks for.
  return ['unshare', ['--user', '--map-user=1', '--map-group=1', '--', program, ...args]]
}

/**
 * Who initdb runs as. It asks for the name of its user, which one given only by number hasn't got (`docker run --user
 * 12345`); in a namespace of its own that user has the number of one with a name.
 */
export function accountOfInitdb(account: Account): Account {
  return account.kind === 'same' && !hasName() ? { kind: 'namespace' } : account
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** The shared user that owns nothing here; initdb needs one that has a name. On macOS its number is -2. */
export function unprivilegedUid(): number {
  const { stdout } = spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' })
  const uid = Number.parseInt(stdout ?? '', 10)
  return Number.isNaN(uid) ? UNPRIVILEGED_UID : uid | 0
}

function newUser(root: string): ServiceUser {
  const taken = new Set([...idsIn('/etc/passwd'), ...idsIn('/etc/group')])
  const start = createHash('sha256').update(root).digest().readUInt32BE()
  const numbers = Array.from({ length: UIDS }, (_, index) => FIRST_UID + ((start + index) % UIDS))
  const uid = numbers.find(number => !taken.has(number)) ?? FIRST_UID
  return { uid, gid: uid }
}

/** The third word of each line, in both files. */
function idsIn(file: string): number[] {
  const lines = textOf(file)?.split('\n') ?? []
  return lines.map(line => Number(line.split(':')[2]))
}

/** Does this number exist in the user namespace of this process? Everywhere but on Linux there is only one. */
function isMapped(kind: 'uid' | 'gid', id: number): boolean {
  const map = textOf(`/proc/self/${kind}_map`)
  if (map === undefined) return true
  const ranges = map
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number))
  return ranges.some(([inside = 0, , count = 0]) => id >= inside && id < inside + count)
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Gives a folder and all in it to this user, itself at last: one that was interrupted begins anew. Follows no link, and
 * leaves files that have a second name, which may lie anywhere.
 */
export function giveAll(path: string, user: ServiceUser): void {
  const found = lstatSync(path)
  if (found.isDirectory()) for (const name of readdirSync(path)) giveAll(join(path, name), user)
  if (found.isFile() && found.nlink > 1) return
  if (found.uid !== user.uid || found.gid !== user.gid) lchownSync(path, user.uid, user.gid)
}
