import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  rmdirSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ClientConfig } from 'pg'
import { DatabaseUnavailable } from '../try-again.ts'
import { type ServiceUser, accountOfInitdb, commandFor, giveAll, unprivilegedUid, userOf } from './account.ts'
import type { Binaries } from './binaries.ts'
import { readPassword, type Folder } from './folder.ts'

export const ROLE = 'foyer'
const DATABASE = 'foyer'

export function connectionTo(folder: Folder): ClientConfig {
  return { host: folder.sockets, port: 5432, user: ROLE, password: readPassword(folder), database: DATABASE }
}

/** Creates the cluster when there is none. The caller holds the start lock. */
export function prepareCluster(folder: Folder, binaries: Binaries): void {
  removeWhenEmpty(folder.cluster)
  if (!existsSync(folder.cluster)) createCluster(folder, binaries)
  const version = join(folder.cluster, 'PG_VERSION')
  if (!existsSync(version)) {
    throw new DatabaseUnavailable(
      `${folder.cluster} holds files and is no whole PostgreSQL data folder (PG_VERSION is missing): ` +
        'put back a copy of it, or move it away and restore a backup.',
    )
  }
  const found = readFileSync(version, 'utf8').trim()
  if (found === binaries.majorVersion) return
  throw new DatabaseUnavailable(
    `${folder.cluster} was made by PostgreSQL ${found} and this Foyer brings PostgreSQL ${binaries.majorVersion}: ` +
      'make a backup with the Foyer that wrote it and restore it here into an empty data folder.',
  )
}

/** An empty folder has nothing to lose; one that holds anything is never removed. */
function removeWhenEmpty(cluster: string): void {
  if (existsSync(cluster) && readdirSync(cluster).length === 0) rmdirSync(cluster)
}

/** initdb works beside the final place, so that one that was interrupted is never taken for a cluster. */
function createCluster(folder: Folder, { initdb }: Binaries): void {
  readPassword(folder)
  const data = dirname(folder.root)
  const leftovers = readdirSync(data).filter(name => name.startsWith('new-cluster.'))
  for (const name of leftovers) rmSync(join(data, name), { recursive: true, force: true })
  for (const name of readdirSync(folder.root).filter(found => found.startsWith('cluster.')))
    rmSync(join(folder.root, name), { recursive: true, force: true })
  const place = join(data, `new-cluster.${process.pid}`)
  try {
    const made = join(place, 'cluster')
    makePlace(place, folder)
    runInitdb(initdb, made, folder)
    if (folder.account.kind === 'other') giveAll(made, folder.account.user)
    renameSync(made, folder.cluster)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/**
 * A folder for initdb to work in. It asks for the name of its user, which PostgreSQL's own user hasn't got; so it runs
 * as "nobody" with PostgreSQL's group, without which no other program of "nobody" gets into this folder.
 */
function makePlace(place: string, { account, passwordFile }: Folder): void {
  mkdirSync(join(place, 'cluster'), { recursive: true, mode: 0o700 })
  copyFileSync(passwordFile, join(place, 'password'))
  if (account.kind !== 'other') return
  chownSync(place, 0, account.user.gid)
  chmodSync(place, 0o710)
  chownSync(join(place, 'password'), 0, account.user.gid)
  chmodSync(join(place, 'password'), 0o640)
  const { uid, gid } = maker(account.user)
  chownSync(join(place, 'cluster'), uid, gid)
}

const maker = ({ gid }: ServiceUser): ServiceUser => ({ uid: unprivilegedUid(), gid })

function runInitdb(initdb: string, made: string, { account }: Folder): void {
  const asWhom = accountOfInitdb(account)
  const [program, args] = commandFor(asWhom, initdb, [
    `--pgdata=${basename(made)}`,
    `--username=${ROLE}`,
    '--pwfile=password',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ])
  const user = userOf(account)
  const run = spawnSync(program, args, {
    ...(user && maker(user)),
    cwd: dirname(made),
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' },
    encoding: 'utf8',
  })
  if (run.status === 0) return
  const reason = run.error?.message ?? run.stderr.trim().split('\n').at(-1)
  const advice = asWhom === account ? '' : ' (give this user a name in /etc/passwd, or set DATABASE_URL)'
  throw new DatabaseUnavailable(
    `PostgreSQL could not make its data folder in ${dirname(dirname(made))}: ${reason}${advice}`,
  )
}
