import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseUnavailable } from '../unavailable.ts'
import type { Binaries } from './binaries.ts'
import { readPassword, type Folder } from './folder.ts'

export const ROLE = 'foyer'

/** Creates the cluster when there is none. The caller holds the start lock. */
export function prepareCluster(folder: Folder, binaries: Binaries): void {
  if (!existsSync(folder.cluster)) createCluster(folder, binaries)
  const found = readFileSync(join(folder.cluster, 'PG_VERSION'), 'utf8').trim()
  if (found === binaries.majorVersion) return
  throw new DatabaseUnavailable(
    `${folder.cluster} was made by PostgreSQL ${found} and this Foyer brings PostgreSQL ${binaries.majorVersion}: ` +
      'make a backup with the Foyer that wrote it and restore it here into an empty data folder.',
  )
}

/** initdb works beside the final place, so that one that was interrupted is never taken for a cluster. */
function createCluster(folder: Folder, { initdb }: Binaries): void {
  readPassword(folder)
  const parent = dirname(folder.cluster)
  const leftovers = readdirSync(parent).filter(name => name.startsWith('cluster.'))
  for (const name of leftovers) rmSync(join(parent, name), { recursive: true, force: true })
  const half = join(parent, `cluster.${process.pid}`)
  const made = spawnSync(
    initdb,
    [
      `--pgdata=${basename(half)}`,
      `--username=${ROLE}`,
      `--pwfile=${basename(folder.passwordFile)}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    {
      ...folder.user,
      cwd: parent,
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' },
      encoding: 'utf8',
    },
  )
  if (made.status !== 0) {
    rmSync(half, { recursive: true, force: true })
    const reason = made.error?.message ?? made.stderr.trim().split('\n').at(-1)
    throw new DatabaseUnavailable(`PostgreSQL could not make its data folder in ${parent}: ${reason}`)
  }
  renameSync(half, folder.cluster)
}
